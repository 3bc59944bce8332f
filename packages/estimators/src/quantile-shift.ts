import type { BootstrapOptions } from './bootstrap-options.js'
import { groupQuantileShift, type GroupQuantileShift } from './group-quantile-shift.js'
import type { Sample } from './sample.js'

/**
 * Q(treatment) - Q(baseline) of two samples: how much later the quantile `q` comes in the treatment.
 *
 * Signed and never clamped: a negative shift is a result. `withinCells` resamples both samples independently.
 *
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on bad values or options
 * @example quantileShift([480, 495, 505], [500, 510, 520], 0.5).shift // -15
 */
export function quantileShift(treatment: Sample, baseline: Sample, q: number, options: BootstrapOptions = {}): GroupQuantileShift {
  return groupQuantileShift([treatment], [baseline], q, options)
}
