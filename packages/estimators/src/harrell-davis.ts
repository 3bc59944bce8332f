import { checkInnerQuantile } from './check-quantile.js'
import { incompleteBeta } from './elementary/incomplete-beta.js'
import { sortedSample, type Sample, type SampleOptions } from './sample.js'

/**
 * The Harrell-Davis quantile: an average of all values, weighted by how likely each is to be the quantile
 * (Harrell & Davis 1982). Smoother than `quantile` in the middle of a small sample; not for far tails, where
 * its weights reach the largest value.
 *
 * @param q between 0 and 1, both excluded
 * @throws {EstimatorInputError} on bad values, or q outside (0, 1)
 * @example harrellDavis([1, 2, 3, 4, 10], 0.5) // 3.2896
 */
export function harrellDavis(values: Sample, q: number, options: SampleOptions = {}): number {
  checkInnerQuantile(q)
  const sorted = sortedSample(values, 'values', options)
  const count = sorted.length
  const a = (count + 1) * q
  const b = (count + 1) * (1 - q)
  const middle = sorted[Math.min(count - 1, Math.floor(count * q))]!
  // around a middle value, so that a large common offset costs no digits
  let sum = 0
  let below = 0
  for (let i = 1; i <= count; i++) {
    const upTo = incompleteBeta(i / count, a, b, (count - i) / count)
    sum += (upTo - below) * (sorted[i - 1]! - middle)
    below = upTo
  }
  return middle + sum
}
