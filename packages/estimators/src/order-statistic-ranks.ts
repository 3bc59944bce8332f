import { checkLevel } from './check-level.js'
import { binomialCumulative } from './elementary/binomial-cumulative.js'
import { checkQuantile } from './check-quantile.js'
import { badOption } from './errors.js'
import { exactShare } from './exact-share.js'

export interface OrderStatisticRanks {
  /** Rank, from 1, of the value that bounds the quantile from below; `null` where none does. */
  readonly low: number | null
  readonly high: number | null
  /** Exact coverage of the interval between them for a continuous law; at least the level asked for. */
  readonly level: number
}

/** Smallest whole k in [low, high] for which `holds`, false before and true after. */
function firstWhere(low: number, high: number, holds: (k: number) => boolean): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Ranks of the two order statistics that bracket quantile `q` with at least this level, whatever the law of
 * the values: the tightest with at most half of `1 - level` beyond each end (exact binomial; Hahn & Meeker
 * 1991; David & Nagaraja 2003).
 *
 * @param count number of independent values
 * @throws {EstimatorInputError} on a bad count, quantile or level
 * @example orderStatisticRanks(100, 0.5) // { low: 40, high: 61, level: 0.9647998… }
 */
export function orderStatisticRanks(count: number, q: number, level = 0.95): OrderStatisticRanks {
  if (!(Number.isSafeInteger(count) && count > 0)) throw badOption('count', count, 'a positive whole number')
  checkQuantile(q)
  checkLevel(level)

  // a tail that is exactly half of 1 - level must not miss it by a rounding
  const alpha = ((1 - level) / 2) * (1 + 1e-12)
  // low: the largest l with P(Bin <= l - 1) <= alpha; high: the smallest u with P(Bin >= u) <= alpha
  const centre = exactShare(count, q).whole
  const low = firstWhere(0, centre + 1, (l) => binomialCumulative(l, count, q) > alpha)
  const high = firstWhere(Math.max(1, centre), count + 1, (u) => binomialCumulative(count - u, count, 1 - q) <= alpha)
  const below = low === 0 ? 0 : binomialCumulative(low - 1, count, q)
  const above = high > count ? 0 : binomialCumulative(count - high, count, 1 - q)
  return Object.freeze({ low: low === 0 ? null : low, high: high > count ? null : high, level: 1 - below - above })
}
