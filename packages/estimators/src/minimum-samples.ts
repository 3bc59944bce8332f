import { checkInnerQuantile } from './check-quantile.js'
import { checkLevel } from './check-level.js'
import { integerPower } from './elementary/integer-power.js'

/**
 * The fewest values for which a distribution-free interval of quantile `q` has both ends.
 *
 * With fewer, the chance that every value lies on one side of the quantile exceeds half of `1 - level`, so
 * even the largest value is no bound. At 95 %: 6 for P50, 36 for P90, 368 for P99, 3,688 for P99.9.
 *
 * @param q between 0 and 1, both excluded
 * @returns `Infinity` for a quantile so close to 0 or 1 that no count of values is enough
 * @throws {EstimatorInputError} on q or level outside (0, 1)
 * @example minimumSamples(0.999) // 3688
 */
export function minimumSamples(q: number, level = 0.95): number {
  checkInnerQuantile(q)
  checkLevel(level)
  const alpha = (1 - level) / 2
  const share = Math.max(q, 1 - q)
  let high = 1
  while (integerPower(share, high) > alpha) {
    high *= 2
    if (high > Number.MAX_SAFE_INTEGER) return Infinity
  }
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (integerPower(share, middle) > alpha) low = middle
    else high = middle
  }
  return high
}
