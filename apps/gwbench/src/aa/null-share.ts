import { acrossRepetitions } from '@lat/estimators'
import { mergeRuns } from '../merge/merge-runs.js'
import type { RunRecord } from '../merge/run-record.js'
import type { ControlPair } from '../report/build-result.js'
import { difference } from '../report/difference.js'

/** How often short runs of one and the same thing say that nothing is there. */
export interface NullShare {
  readonly runs: number
  readonly spanning: number
  /** An exact 95 % interval reaches this 98.9 % of the time in 100 runs. */
  readonly needed: number
  /** Of the runs' medians. */
  readonly meanNs: number
  readonly standardErrorNs: number | null
  readonly roundsPerRun: number
  readonly ok: boolean
}

/** Counts the kept runs whose interval of the A/A pair holds 0; each run is judged on its own. */
export function nullShare(runs: readonly RunRecord[], { treatment, baseline }: ControlPair): NullShare {
  const kept = runs.filter((run) => run.kept)
  const readings = kept.map((run) => difference(mergeRuns([run]), treatment, baseline))
  const spanning = readings.filter(({ overRounds }) => overRounds !== null && (overRounds.lowNs ?? -Infinity) <= 0 && (overRounds.highNs ?? Infinity) >= 0).length
  const { mean, standardDeviation, count } = acrossRepetitions(readings.map(({ pairedNs }) => pairedNs.p50Ns))
  const needed = Math.floor(0.9 * count)
  return { runs: count, spanning, needed, meanNs: mean, standardErrorNs: standardDeviation === null ? null : standardDeviation / Math.sqrt(count), roundsPerRun: kept[0]!.rounds.length, ok: spanning >= needed }
}
