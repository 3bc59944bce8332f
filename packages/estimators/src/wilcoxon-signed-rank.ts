import { normalCumulative } from './elementary/normal-cumulative.js'
import { badOption } from './errors.js'
import { sortedSample, type Sample } from './sample.js'
import { signedRankLaw } from './signed-rank-law.js'

export interface WilcoxonSignedRank {
  /** Sum of the ranks, by distance from zero, of the positive differences. */
  readonly statistic: number
  /** Two-sided: how often a symmetric law around zero would give so lopsided a sum. */
  readonly pValue: number
  /** `'normal'` where zeros, ties or more than 49 differences rule out the exact law. */
  readonly method: 'exact' | 'normal'
  /** Differences left after zeros are dropped. */
  readonly count: number
}

/**
 * Wilcoxon's signed-rank test that differences are symmetric around zero (Wilcoxon 1945).
 *
 * Zeros are dropped and ties share their mean rank; the normal form then carries the tie correction and a
 * continuity correction, as R's `wilcox.test` does.
 *
 * @throws {EstimatorInputError} on no values, one that is not finite, or nothing but zeros
 * @example wilcoxonSignedRank([3, 5, -1, 8, 6, 7]).pValue // 0.0625
 */
export function wilcoxonSignedRank(deltas: Sample): WilcoxonSignedRank {
  const all = sortedSample(deltas, 'deltas')
  const kept = Array.from(all.filter((delta) => delta !== 0))
  const count = kept.length
  if (count === 0) throw badOption('deltas', 'all zero', 'at least one difference other than zero')
  kept.sort((a, b) => Math.abs(a) - Math.abs(b))

  let statistic = 0
  let ties = 0
  for (let from = 0; from < count; ) {
    let to = from
    while (to < count && Math.abs(kept[to]!) === Math.abs(kept[from]!)) to++
    const size = to - from
    ties += size * size * size - size
    const rank = (from + 1 + to) / 2
    for (let i = from; i < to; i++) if (kept[i]! > 0) statistic += rank
    from = to
  }

  const centre = (count * (count + 1)) / 4
  if (ties === 0 && count === all.length && count < 50) {
    const law = signedRankLaw(count)
    const tail = statistic > centre ? 1 - law[statistic - 1]! : law[statistic]!
    return Object.freeze({ statistic, pValue: Math.min(1, 2 * tail), method: 'exact', count })
  }
  const deviation = Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24 - ties / 48)
  const z = (Math.abs(statistic - centre) - 0.5) / deviation
  return Object.freeze({ statistic, pValue: Math.min(1, 2 * normalCumulative(-z)), method: 'normal', count })
}
