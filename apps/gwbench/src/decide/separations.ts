import { acrossRepetitions, holm } from '@lat/estimators'
import { normalCumulative, normalQuantile, studentCumulative } from '@lat/estimators/elementary'
import type { MergedRuns } from '../merge/merge-runs.js'
import { difference } from '../report/difference.js'
import type { Separation } from '../report/result-schema.js'

const ALPHA = 0.05
const POWER = 0.8
/** Standard errors between a difference and 0 at which it is found with `POWER`. */
const REACH = normalQuantile(1 - ALPHA / 2) + normalQuantile(POWER)
const MOST_ROUNDS = 1e7

/**
 * Which targets differ from which, every pair of them, with p-values adjusted by Holm for having looked at all.
 *
 * A pair is separated when its adjusted p-value is below 5 % and its difference is larger than the resolution floor of the
 * A/A control. The p-value rests on the rounds, widened for their dependence; from 3 runs on it is the larger of that and
 * Student's across runs, so that a difference which one run has and the next has not does not count.
 */
export function separations(merged: MergedRuns, targets: readonly string[], floorNs: number | null): readonly Separation[] {
  const pairs = targets.flatMap((baseline, index) => targets.slice(index + 1).map((treatment) => ({ treatment, baseline })))
  const read = pairs.map(({ treatment, baseline }) => ({ treatment, baseline, ...pairOf(merged, treatment, baseline) }))
  const known = read.filter(({ pValue }) => pValue !== null)
  const adjusted = known.length === 0 ? [] : holm(known.map(({ pValue }) => pValue!))
  return read.map((pair): Separation => {
    const { p50Ns, standardErrorNs, pValue } = pair
    const adjustedP = pValue === null ? null : adjusted[known.indexOf(pair)]!
    const significant = adjustedP !== null && adjustedP < ALPHA
    const beyondFloor = floorNs === null || Math.abs(p50Ns) > floorNs
    const needed = standardErrorNs === null || p50Ns === 0 ? null : Math.ceil(merged.roundCount * ((REACH * standardErrorNs) / p50Ns) * ((REACH * standardErrorNs) / p50Ns))
    return {
      treatment: pair.treatment,
      baseline: pair.baseline,
      p50Ns,
      standardErrorNs,
      pValue,
      adjustedP,
      verdict: significant && beyondFloor ? 'separated' : 'not separated',
      belowFloor: !beyondFloor,
      minimumDetectableNs: standardErrorNs === null ? null : REACH * standardErrorNs,
      roundsToSeparate: significant || needed === null || needed > MOST_ROUNDS ? null : needed,
    }
  })
}

function pairOf(merged: MergedRuns, treatment: string, baseline: string): { readonly p50Ns: number; readonly standardErrorNs: number | null; readonly pValue: number | null } {
  const { pairedNs, standardErrorNs, perRun } = difference(merged, treatment, baseline)
  const { p50Ns } = pairedNs
  if (standardErrorNs === null) return { p50Ns, standardErrorNs, pValue: null }
  if (standardErrorNs === 0) return { p50Ns, standardErrorNs, pValue: p50Ns === 0 ? 1 : 0 }
  const overRounds = 2 * normalCumulative(-Math.abs(p50Ns) / standardErrorNs)
  const { count, mean, standardDeviation } = acrossRepetitions(perRun.map((run) => run.p50Ns))
  if (count < 3 || standardDeviation === null || standardDeviation === 0) return { p50Ns, standardErrorNs, pValue: Math.min(1, overRounds) }
  const acrossRuns = 2 * studentCumulative((-Math.abs(mean) * Math.sqrt(count)) / standardDeviation, count - 1)
  return { p50Ns, standardErrorNs, pValue: Math.min(1, Math.max(overRounds, acrossRuns)) }
}
