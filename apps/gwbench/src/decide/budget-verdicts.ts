import { acrossRepetitions, equivalence, quantile, quantileShift } from '@lat/estimators'
import type { MergedRuns } from '../merge/merge-runs.js'
import { difference } from '../report/difference.js'
import type { BudgetVerdict } from '../report/result-schema.js'
import { DIRECT } from '../target/target-option.js'
import type { Budget } from './parse-budget.js'

/** Two one-sided tests at 5 % each. */
const LEVEL = 0.9
const Q = { p50: 0.5, p90: 0.9, p99: 0.99 } as const

interface Read {
  readonly estimateNs: number
  readonly interval: { readonly low: number | null; readonly high: number | null } | null
  readonly basis: BudgetVerdict['basis']
}

/**
 * Whether what each target adds is within its budget, outside, or not settled by these rounds.
 *
 * The interval is the one across runs where there are at least 3; else p50 rests on the rounds, widened for their dependence,
 * and p90 and p99 on the shift of the quantiles, taken for independent.
 */
export function budgetVerdicts(merged: MergedRuns, budgets: readonly Budget[], targets: readonly string[]): readonly BudgetVerdict[] {
  return budgets.flatMap(({ treatment, baseline, quantity, limitNs }) =>
    (treatment === null ? targets : [treatment]).map((name) => {
      const from = baseline ?? DIRECT
      const { estimateNs, interval, basis } = quantity === 'p50' ? median(merged, name, from) : shift(merged, name, from, Q[quantity])
      return { treatment: name, baseline: from, quantity, limitNs, estimateNs, lowNs: interval?.low ?? null, highNs: interval?.high ?? null, level: LEVEL, basis, verdict: equivalence(interval, { high: limitNs }) }
    }),
  )
}

function median(merged: MergedRuns, treatment: string, baseline: string): Read {
  const { pairedNs, perRun, overRounds } = difference(merged, treatment, baseline, LEVEL)
  const { t } = acrossRepetitions(perRun.map(({ p50Ns }) => p50Ns), LEVEL)
  if (t !== null) return { estimateNs: pairedNs.p50Ns, interval: t, basis: 'across runs' }
  return { estimateNs: pairedNs.p50Ns, interval: overRounds === null ? null : { low: overRounds.lowNs, high: overRounds.highNs }, basis: 'over rounds' }
}

function shift(merged: MergedRuns, treatment: string, baseline: string, q: number): Read {
  const of = (run?: number) => quantile(merged.latenciesNs(treatment, run), q) - quantile(merged.latenciesNs(baseline, run), q)
  const { t } = acrossRepetitions(merged.runNumbers.map(of), LEVEL)
  if (t !== null) return { estimateNs: of(), interval: t, basis: 'across runs' }
  const { withinCells: interval } = quantileShift(merged.latenciesNs(treatment), merged.latenciesNs(baseline), q, { level: LEVEL })
  return { estimateNs: of(), interval, basis: 'over rounds' }
}
