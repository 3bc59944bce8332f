import { minimumSamples } from './minimum-samples.js'

/**
 * Whether `count` values can bound quantile `q` from both sides at this level.
 *
 * The guard before a tail is printed: P99.9 of 500 values is their maximum under another name.
 *
 * @throws {EstimatorInputError} on q or level outside (0, 1)
 * @example resolvesQuantile(3687, 0.999) // false
 */
export function resolvesQuantile(count: number, q: number, level = 0.95): boolean {
  return count >= minimumSamples(q, level)
}
