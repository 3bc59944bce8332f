import { checkQuantiles } from './check-quantile.js'
import { quantileOfSorted } from './quantile.js'
import { sortedSample, type Sample, type SampleOptions } from './sample.js'

/**
 * Several quantiles of the same values, in the order asked for; sorts once.
 *
 * @throws {EstimatorInputError} as `quantile` does
 * @example quantiles([1, 2, 3, 4, 5], [0.5, 0.9]) // [3, 4.6]
 */
export function quantiles(values: Sample, qs: readonly number[], options: SampleOptions = {}): readonly number[] {
  checkQuantiles(qs)
  const sorted = sortedSample(values, 'values', options)
  return Object.freeze(qs.map((q) => quantileOfSorted(sorted, q)))
}
