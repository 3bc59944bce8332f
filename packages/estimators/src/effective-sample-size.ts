import { autocorrelationTime } from './autocorrelation-time.js'
import type { Sample } from './sample.js'

/**
 * How many independent values would say as much about the mean (or, with `q`, about that quantile) as these
 * values in their order.
 *
 * @throws {EstimatorInputError} as `autocorrelationTime` does
 * @example effectiveSampleSize([1, 1, 1, 1, 9, 9, 9, 9]) // 3.5555555555555554
 */
export function effectiveSampleSize(values: Sample, q?: number): number {
  return autocorrelationTime(values, q).effectiveSamples
}
