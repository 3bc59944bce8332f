import { checkQuantile } from './check-quantile.js'
import { emptySample } from './errors.js'
import { exactShare } from './exact-share.js'
import { interpolate } from './interpolate.js'
import { sortedSample, type Sample, type SampleOptions } from './sample.js'

/**
 * The value below which a share `q` of the values lies, interpolated between neighbours (type 7 of
 * Hyndman & Fan 1996; numpy's and R's default): the point at position `(n - 1) q` of the sorted values.
 *
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on no values, a value that is not a finite number, or q outside [0, 1]
 * @example quantile([3, 1, 2, 10], 0.5) // 2.5
 */
export function quantile(values: Sample, q: number, options: SampleOptions = {}): number {
  checkQuantile(q)
  return quantileOfSorted(sortedSample(values, 'values', options), q)
}

/**
 * `quantile` for values the caller has sorted and checked; neither is verified again.
 *
 * @throws {EstimatorInputError} on no values, or q outside [0, 1]
 * @example quantileOfSorted([1, 2, 3, 10], 0.5) // 2.5
 */
export function quantileOfSorted(sorted: Sample, q: number): number {
  checkQuantile(q)
  const count = sorted.length
  if (count === 0) throw emptySample('sorted')
  const { whole, fraction } = exactShare(count - 1, q)
  const low = sorted[whole]!
  return fraction === 0 ? low : interpolate(low, sorted[whole + 1]!, fraction)
}
