import { binomialCumulative } from './elementary/binomial-cumulative.js'

/** The k-th smallest and k-th largest of `count` values as ends of an interval for their median. */
export interface SignRank {
  /** From 1; 0 when even the range of all values does not reach the level. */
  readonly rank: number
  /** Exact level of [x_(rank), x_(count + 1 - rank)]. */
  readonly level: number
}

/**
 * The narrowest symmetric order-statistic interval for a median that reaches `level`, with the exact level it
 * attains: 1 - 2 P(Bin(n, 1/2) < rank). The sign test turned round (Conover 1999).
 */
export function signRank(count: number, level: number): SignRank {
  const alpha = 1 - level
  let rank = 0
  let attained = 1
  for (let k = 1; 2 * k <= count; k++) {
    const outside = 2 * binomialCumulative(k - 1, count, 0.5)
    if (outside > alpha + 1e-12) break
    rank = k
    attained = 1 - outside
  }
  return { rank, level: attained }
}
