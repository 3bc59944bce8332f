import { incompleteBeta } from './incomplete-beta.js'

/**
 * P(Bin(n, p) <= k): the chance of at most `k` successes in `n` trials.
 *
 * @example binomialCumulative(0, 5, 0.5) // 0.03125
 */
export function binomialCumulative(k: number, n: number, p: number): number {
  if (k < 0) return 0
  if (k >= n) return 1
  return incompleteBeta(1 - p, n - k, k + 1, p)
}
