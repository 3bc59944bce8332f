import { quantile } from '@lat/estimators'

/** Median of values of any one unit. @example median([3, 1, 2]) // 2 */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5)
}
