import type { GwbenchResult } from './result-schema.js'

/** What `gwbench planted --json` prints. */
export interface PlantedLine {
  readonly name: 'planted'
  /** Median delay as the plant measured it. */
  readonly recordedUs: number
  /** Median of planted minus transparent, inside rounds. */
  readonly recoveredUs: number
  /** Median of transparent minus direct, inside rounds. */
  readonly transparentUs: number
  /** Median of a second transparent relay minus the first. */
  readonly aaUs: number
  /** The larger of its standard errors over rounds and across runs. */
  readonly aaSeUs: number | null
  readonly recoveredToRecorded: number
  readonly rounds: number
  readonly runs: number
  readonly cadence: string
  readonly targets: number
  readonly loadStart: number
  readonly loadEnd: number | null
  /** Recovered within 2 % of recorded, A/A within 3 standard errors, transparent below 0.2 of recorded. */
  readonly ok: boolean
  readonly directory: string | null
}

/** The outcome of the planted control in one line. */
export function plantedLine({ controls, conditions, runs, directory }: GwbenchResult): PlantedLine {
  const [twin, planted] = [controls.twin!, controls.planted!]
  const kept = runs.filter((run) => run.kept)
  const us = (ns: number) => Math.round(ns) / 1000
  return {
    name: 'planted',
    recordedUs: us(planted.recordedNs),
    recoveredUs: us(planted.recoveredNs),
    transparentUs: us(planted.transparentNs),
    aaUs: us(twin.pairedNs.p50Ns),
    aaSeUs: twin.standardErrorNs === null ? null : us(twin.standardErrorNs),
    recoveredToRecorded: planted.recoveredNs / planted.recordedNs,
    rounds: planted.rounds,
    runs: kept.length,
    cadence: conditions.cadence,
    targets: conditions.targetCount,
    loadStart: kept[0]!.loadStart,
    loadEnd: kept.at(-1)!.loadEnd,
    ok: planted.recoveredWithinTwoPercent && planted.transparentBelowAFifth && twin.withinThreeErrors === true,
    directory,
  }
}
