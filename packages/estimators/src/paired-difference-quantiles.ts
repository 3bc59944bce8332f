import { pairDeltas, type Pair } from './pair-deltas.js'
import type { QuantileInterval, QuantileIntervalOptions } from './quantile-interval.js'
import { intervalsOf } from './quantile-intervals.js'

/**
 * Quantiles of the pair-by-pair differences `treatment - baseline`: what one round in two, in ten, in a
 * hundred pays more. Not the shift of the quantiles, which compares two laws instead of matched readings.
 *
 * @param pairs in the order of the rounds: neighbours that resemble each other widen the intervals
 * @param qs each in [0, 1], never percent
 * @throws {EstimatorInputError} on no pairs, a repeated key, a difference that is not finite, or bad options
 * @example pairedDifferenceQuantiles([{ key: 'round 1', baseline: 1, treatment: 4 }], [0.5])[0].estimate // 3
 */
export function pairedDifferenceQuantiles(pairs: readonly Pair[], qs: readonly number[], options: QuantileIntervalOptions = {}): readonly QuantileInterval[] {
  return intervalsOf(pairDeltas(pairs), qs, options, 'acrossRepetitions')
}
