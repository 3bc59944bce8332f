import type { Pair } from '@lat/estimators'
import { GwbenchInputError } from '../errors.js'
import type { Reading, Round } from '../measure/round.js'
import { latencyNs } from '../measure/round.js'
import { whyNotComparable } from './conditions.js'
import type { Conditions } from './conditions.js'
import type { RunRecord } from './run-record.js'

/** The kept rounds of several runs, each still whole: who shared a round is paired, whatever run it was. */
export interface MergedRuns {
  readonly conditions: Conditions
  /** Numbers of the runs that were kept. */
  readonly runNumbers: readonly number[]
  readonly roundCount: number
  /** Rounds of all kept runs, or of one of them, in the order they were measured. */
  rounds(runNumber?: number): readonly Round[]
  latenciesNs(target: string, runNumber?: number): Float64Array
  /** Latencies of two targets in the same rounds; keys name run and round. */
  pairs(treatment: string, baseline: string, runNumber?: number): readonly Pair[]
  readings(target: string): readonly Reading[]
}

/**
 * Merges the kept runs among `runs`.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_COMPARABLE` for no kept run, a run number twice, and runs of different cadence, targets or body
 */
export function mergeRuns(runs: readonly RunRecord[]): MergedRuns {
  const kept = runs.filter((run) => run.kept)
  const [first] = kept
  if (first === undefined) throw notComparable(`None of ${runs.length} runs was kept, so there is nothing to merge.`)
  for (const run of kept) {
    const why = whyNotComparable(first.conditions, run.conditions)
    if (why !== null) throw notComparable(`Runs ${first.number} and ${run.number} are not comparable: ${why}. Report them apart.`)
  }
  const runNumbers = kept.map(({ number }) => number)
  if (new Set(runNumbers).size !== runNumbers.length) throw notComparable(`Two runs have the same number (${runNumbers.join(', ')}).`)

  const { conditions } = first
  const indexOf = (target: string) => {
    const index = conditions.targetNames.indexOf(target)
    if (index < 0) throw notComparable(`There is no target "${target}" among ${conditions.targetNames.join(', ')}.`)
    return index
  }
  const chosen = (runNumber?: number) => (runNumber === undefined ? kept : kept.filter(({ number }) => number === runNumber))
  const rounds = (runNumber?: number) => chosen(runNumber).flatMap((run) => run.rounds)
  return {
    conditions,
    runNumbers,
    roundCount: rounds().length,
    rounds,
    latenciesNs: (target, runNumber) => {
      const index = indexOf(target)
      return Float64Array.from(rounds(runNumber), ({ readings }) => latencyNs(readings[index]!))
    },
    pairs: (treatment, baseline, runNumber) => {
      const [t, b] = [indexOf(treatment), indexOf(baseline)]
      return chosen(runNumber).flatMap((run) =>
        run.rounds.map(({ number, readings }) => ({ key: `run ${run.number} round ${number}`, baseline: latencyNs(readings[b]!), treatment: latencyNs(readings[t]!) })),
      )
    },
    readings: (target) => {
      const index = indexOf(target)
      return rounds().map(({ readings }) => readings[index]!)
    },
  }
}

function notComparable(message: string): GwbenchInputError {
  return new GwbenchInputError('LAT_GWBENCH_NOT_COMPARABLE', message)
}
