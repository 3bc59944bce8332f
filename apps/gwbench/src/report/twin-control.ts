import type { MergedRuns } from '../merge/merge-runs.js'
import { difference } from './difference.js'
import type { TwinControl } from './result-schema.js'

/**
 * The A/A control: two instances of the same thing, whose true difference is 0.
 *
 * The resolution floor is the far end of its interval: what the instrument can read where there is nothing.
 */
export function twinControl(merged: MergedRuns, treatment: string, baseline: string): TwinControl {
  const aa = difference(merged, treatment, baseline)
  const { overRounds, standardErrorNs } = aa
  const bounded = overRounds !== null && overRounds.lowNs !== null && overRounds.highNs !== null
  return {
    ...aa,
    withinThreeErrors: standardErrorNs === null ? null : Math.abs(aa.pairedNs.p50Ns) <= 3 * standardErrorNs,
    resolutionFloorNs: bounded ? Math.max(Math.abs(overRounds.lowNs!), Math.abs(overRounds.highNs!)) : null,
  }
}
