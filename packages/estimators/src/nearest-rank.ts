import { checkQuantile } from './check-quantile.js'
import { badOption } from './errors.js'
import { exactShare } from './exact-share.js'

/**
 * Rank, from 1, of the smallest value with at least a share `q` of `count` values at or below it.
 *
 * The other common definition of a percentile, kept apart from `quantile` (which interpolates) so that
 * neither is mistaken for the other.
 *
 * @throws {EstimatorInputError} on a count that is not a positive whole number, or q outside [0, 1]
 * @example nearestRank(30000, 0.999) // 29970
 */
export function nearestRank(count: number, q: number): number {
  if (!(Number.isInteger(count) && count > 0)) throw badOption('count', count, 'a positive whole number')
  checkQuantile(q)
  const { whole, fraction } = exactShare(count, q)
  return Math.max(1, fraction > 0 ? whole + 1 : whole)
}
