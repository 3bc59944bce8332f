import { formatUs } from './format-us.js'
import type { BudgetVerdict, GwbenchResult, Separation } from './result-schema.js'

const interval = (lowNs: number | null, highNs: number | null) => `[${lowNs === null ? 'unbounded' : formatUs(lowNs)}, ${highNs === null ? 'unbounded' : formatUs(highNs)}]`

function separationLine({ treatment, baseline, p50Ns, standardErrorNs, adjustedP, verdict, belowFloor, minimumDetectableNs, roundsToSeparate }: Separation): string {
  const p = adjustedP === null ? 'p unknown' : adjustedP < 0.0001 ? 'p<0.0001' : `p=${adjustedP.toFixed(4)}`
  const parts = [
    `${treatment} - ${baseline}: ${formatUs(p50Ns, true)} ± ${standardErrorNs === null ? '?' : formatUs(standardErrorNs)}, ${p}, ${verdict}`,
    ...(belowFloor ? ['below the resolution floor'] : []),
    ...(verdict === 'separated' || minimumDetectableNs === null ? [] : [`detectable here from ${formatUs(minimumDetectableNs)}`]),
    ...(roundsToSeparate === null ? [] : [`a new run of ${roundsToSeparate} rounds would separate them`]),
  ]
  return parts.join('; ')
}

function budgetLine({ treatment, baseline, quantity, limitNs, estimateNs, lowNs, highNs, level, basis, verdict }: BudgetVerdict): string {
  return `budget ${treatment} - ${baseline} ${quantity} <= ${formatUs(limitNs)}: ${verdict.toUpperCase()}, ${formatUs(estimateNs)} ${interval(lowNs, highNs)} ${Math.round(level * 100)}% ${basis}`
}

/** What the tables decide: who differs from whom, what keeps its budget, and what `--until` knew. */
export function decisionLines({ separations, budgets, sequence, targets }: Pick<GwbenchResult, 'separations' | 'budgets' | 'sequence' | 'targets'>): readonly string[] {
  const own = targets.flatMap(({ name, selfReported }) => selfReported.map(({ header, medianNs, values }) => `${name} says of itself: ${header} ${medianNs === null ? JSON.stringify(values[0]) : formatUs(medianNs)}, median of ${values.length}; not used`))
  return [
    ...(separations.length === 0 ? [] : [`between targets, p adjusted for ${separations.length} ${separations.length === 1 ? 'pair' : 'pairs'} (Holm), separated below 0.05:`, ...separations.map(separationLine)]),
    ...budgets.map(budgetLine),
    ...(sequence === null ? [] : [`until ±${formatUs(sequence.untilNs)}: ${sequence.reached ? 'reached' : 'NOT reached'} after ${sequence.rounds} rounds; valid at any number of rounds: ${sequence.targets.map(({ name, lowNs, highNs }) => `${name} ${interval(lowNs, highNs)}`).join(', ')}`]),
    ...own,
  ]
}
