import type { BootstrapOptions } from './bootstrap-options.js'
import { checkLevel } from './check-level.js'
import { checkQuantiles } from './check-quantile.js'
import { badOption } from './errors.js'
import type { GroupQuantileShift } from './group-quantile-shift.js'
import { quantileShift } from './quantile-shift.js'
import { sortedSample, type Sample } from './sample.js'

export interface ShiftFunction {
  /** Level at which all intervals hold together (`'bonferroni'`), or each alone (`'none'`). */
  readonly level: number
  readonly simultaneous: 'bonferroni' | 'none'
  readonly shifts: readonly GroupQuantileShift[]
}

export interface ShiftFunctionOptions extends BootstrapOptions {
  /** `'bonferroni'` (default) widens the intervals so that all hold together at `level`. */
  readonly simultaneous?: 'bonferroni' | 'none'
}

/**
 * The shift at several quantiles at once: whether a treatment adds a constant, a share, or only a tail
 * (Doksum 1974; Rousselet, Pernet & Wilcox 2017).
 *
 * @param qs each in [0, 1], never percent
 * @throws {EstimatorInputError} on no quantiles, bad values or options
 * @example shiftFunction([2, 4, 6], [1, 2, 3], [0, 0.5, 1]).shifts.map(({ shift }) => shift) // [1, 2, 3]
 */
export function shiftFunction(treatment: Sample, baseline: Sample, qs: readonly number[], options: ShiftFunctionOptions = {}): ShiftFunction {
  const level = options.level ?? 0.95
  checkLevel(level)
  const simultaneous: unknown = options.simultaneous ?? 'bonferroni'
  if (simultaneous !== 'bonferroni' && simultaneous !== 'none') throw badOption('simultaneous', simultaneous, "'bonferroni' or 'none'")
  checkQuantiles(qs, 'qs', 1)
  const each = simultaneous === 'bonferroni' ? 1 - (1 - level) / qs.length : level
  const sortedTreatment = sortedSample(treatment, 'treatment', options)
  const sortedBaseline = sortedSample(baseline, 'baseline', options)
  const shifts = qs.map((q) => quantileShift(sortedTreatment, sortedBaseline, q, { ...options, level: each, sorted: true }))
  return Object.freeze({ level, simultaneous, shifts: Object.freeze(shifts) })
}
