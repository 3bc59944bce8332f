import type { BootstrapOptions } from './bootstrap-options.js'
import type { Flag } from './flag.js'
import type { Interval } from './interval.js'
import { quantileIntervals } from './quantile-intervals.js'
import type { Sample } from './sample.js'

export interface QuantileIntervalOptions extends Omit<BootstrapOptions, 'method'> {
  /** `'order-statistic'` (default) assumes no law; `'exact'` and `'seeded'` are the percentile bootstrap. */
  readonly method?: 'order-statistic' | 'exact' | 'seeded'
  /**
   * `'auto'` (default for order statistics of unsorted values) takes the values in send order and widens the
   * interval by their autocorrelation; `'iid'` takes them for independent.
   */
  readonly dependence?: 'auto' | 'iid'
}

export interface QuantileInterval {
  readonly estimate: number
  readonly q: number
  readonly count: number
  /** `null` for a single value; an end is `null` where the values do not bound the quantile on that side. */
  readonly interval: Interval | null
  /** `null` where dependence was not looked at. */
  readonly autocorrelationTime: number | null
  readonly effectiveSamples: number | null
  readonly flags: readonly Flag[]
}

/**
 * A quantile of one cell with an interval.
 *
 * By default the order statistics that bracket the quantile, taken as if there were only count / time independent
 * values, `time` being the autocorrelation time of "at or below it": neighbouring requests share their luck.
 *
 * @param values in send order
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on bad values or options; with `strict`, where the tail is not resolved
 * @example quantileInterval([5, 3, 9, 4, 7, 6], 0.5, { dependence: 'iid' }).interval // { low: 3, high: 9, level: 0.96875, … }
 */
export function quantileInterval(values: Sample, q: number, options: QuantileIntervalOptions = {}): QuantileInterval {
  return quantileIntervals(values, [q], options)[0]!
}
