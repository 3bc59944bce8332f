import { acrossRepetitions, pairedMedian } from '@lat/estimators'
import type { MergedRuns } from '../merge/merge-runs.js'
import { medianOfRounds } from './median-of-rounds.js'
import { quantileTriple } from './quantile-triple.js'
import type { Difference } from './result-schema.js'

/**
 * How much slower `treatment` is than `baseline`, paired per round over all kept runs.
 *
 * `pairedNs` are quantiles of the differences inside rounds; their P90 and P99 hold the noise of both targets and are no
 * tail of anything. `shiftNs` are differences of the quantiles of the same rounds.
 */
export function difference(merged: MergedRuns, treatment: string, baseline: string, level = 0.95): Difference {
  const pairs = merged.pairs(treatment, baseline)
  const deltas = Float64Array.from(pairs, (pair) => pair.treatment - pair.baseline)
  const { overRounds, standardErrorNs } = medianOfRounds(deltas, level)
  const perRun = merged.runNumbers.map((run) => ({ run, p50Ns: pairedMedian(merged.pairs(treatment, baseline, run)).delta }))
  const { t } = acrossRepetitions(perRun.map(({ p50Ns }) => p50Ns), level)
  const [of, from] = [quantileTriple(merged.latenciesNs(treatment)), quantileTriple(merged.latenciesNs(baseline))]
  return {
    treatment,
    baseline,
    count: pairs.length,
    pairedNs: quantileTriple(deltas),
    shiftNs: { p50Ns: of.p50Ns - from.p50Ns, p90Ns: of.p90Ns - from.p90Ns, p99Ns: of.p99Ns - from.p99Ns },
    overRounds,
    acrossRuns: t === null ? null : { lowNs: t.low, highNs: t.high, level: t.level },
    standardErrorNs,
    perRun,
  }
}
