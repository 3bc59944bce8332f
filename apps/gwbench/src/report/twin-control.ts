import type { MergedRuns } from '../merge/merge-runs.js'
import { difference } from './difference.js'
import type { TwinControl } from './result-schema.js'

/**
 * The A/A control: two instances of the same thing, whose true difference is 0.
 *
 * The resolution floor is the far end of its interval: what the instrument can read where there is nothing. Its standard
 * error is the larger of the one over rounds and, from three runs on, the one across runs: two instances of one program
 * differ a little for as long as they live, which only runs that start them afresh can show.
 */
export function twinControl(merged: MergedRuns, treatment: string, baseline: string): TwinControl {
  const aa = difference(merged, treatment, baseline)
  const { overRounds } = aa
  const standardErrorNs = largerOf(aa.standardErrorNs, acrossRunsNs(aa.perRun.map(({ p50Ns }) => p50Ns)))
  const bounded = overRounds !== null && overRounds.lowNs !== null && overRounds.highNs !== null
  return {
    ...aa,
    standardErrorNs,
    withinThreeErrors: standardErrorNs === null ? null : Math.abs(aa.pairedNs.p50Ns) <= 3 * standardErrorNs,
    resolutionFloorNs: bounded ? Math.max(Math.abs(overRounds.lowNs!), Math.abs(overRounds.highNs!)) : null,
  }
}

/** Standard error of the mean of what runs read, or `null` below three runs. */
function acrossRunsNs(readingsNs: readonly number[]): number | null {
  const count = readingsNs.length
  if (count < 3) return null
  const mean = readingsNs.reduce((sum, each) => sum + each, 0) / count
  const squares = readingsNs.reduce((sum, each) => sum + (each - mean) * (each - mean), 0)
  return Math.sqrt(squares / (count - 1) / count)
}

function largerOf(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}
