import { timeAround, type AutocorrelationTime } from './autocorrelation-time.js'
import { checkBootstrapOptions, type CheckedBootstrapOptions } from './bootstrap-options.js'
import { checkQuantiles } from './check-quantile.js'
import { normalCumulative } from './elementary/normal-cumulative.js'
import { normalQuantile } from './elementary/normal-quantile.js'
import { badOption, unresolvedBeyond } from './errors.js'
import { exactGroup } from './exact-quantile.js'
import { flagList, type Flag } from './flag.js'
import type { Interval, Resampled } from './interval.js'
import { orderStatisticRanks } from './order-statistic-ranks.js'
import { percentileInterval } from './percentile-interval.js'
import { quantileOfSorted } from './quantile.js'
import type { QuantileInterval, QuantileIntervalOptions } from './quantile-interval.js'
import { quantileSampler } from './quantile-sampler.js'
import { sortedSample, type Sample } from './sample.js'
import { studentFactor } from './student-factor.js'
import { openEnds, sampleFlags } from './tail-flags.js'

/**
 * `quantileInterval` at several quantiles of the same values, in the order asked for; checks and sorts once.
 *
 * @param values in send order
 * @param qs each in [0, 1], never percent
 * @throws {EstimatorInputError} as `quantileInterval` does
 * @example quantileIntervals([5, 3, 9, 4, 7, 6], [0.5, 0.99]).map(({ interval }) => interval.high) // [9, null]
 */
export function quantileIntervals(values: Sample, qs: readonly number[], options: QuantileIntervalOptions = {}): readonly QuantileInterval[] {
  return intervalsOf(values, qs, options, 'withinCells')
}

/** `quantileIntervals` for values that need not be the requests of one cell, such as one difference per pair. */
export function intervalsOf(values: Sample, qs: readonly number[], options: QuantileIntervalOptions, resampled: Resampled): readonly QuantileInterval[] {
  checkQuantiles(qs, qs.length === 1 ? 'q' : 'qs')
  const method: unknown = options.method ?? 'order-statistic'
  if (method !== 'order-statistic' && method !== 'exact' && method !== 'seeded') throw badOption('method', method, "'order-statistic', 'exact' or 'seeded'")
  const checked = checkBootstrapOptions({ ...options, method: method === 'seeded' ? 'seeded' : 'exact' })
  const ordered = method === 'order-statistic'
  const dependence: unknown = options.dependence ?? (ordered && !options.sorted ? 'auto' : 'iid')
  if (dependence !== 'auto' && dependence !== 'iid') throw badOption('dependence', dependence, "'auto' or 'iid'")
  if (dependence === 'auto' && options.sorted) throw badOption('dependence', dependence, "'iid' for sorted values, whose send order is lost")
  if (dependence === 'auto' && !ordered) throw badOption('dependence', dependence, "'iid' for a percentile bootstrap; only order statistics are widened for dependence")

  const sorted = sortedSample(values, 'values', options)
  // a memory that outlasts the cell shows at the median, where half of the values carry it, long before it shows in a tail
  const middle = dependence === 'auto' ? timeAround(values, sorted, 0.5) : null
  const memoryAt = (q: number): AutocorrelationTime | null => (middle === null || q === 0.5 ? middle : timeAround(values, sorted, q))
  return Object.freeze(
    qs.map((q) => intervalOf({ sorted, q, ordered, memory: memoryAt(q), outlasting: middle?.tooLong ?? false, checked, strict: options.strict ?? false, resampled })),
  )
}

interface Question {
  readonly sorted: Float64Array
  readonly q: number
  readonly ordered: boolean
  /** `null` where values are taken for independent. */
  readonly memory: AutocorrelationTime | null
  /** The cell is too short for its own memory, at whatever quantile that showed. */
  readonly outlasting: boolean
  readonly checked: CheckedBootstrapOptions
  readonly strict: boolean
  readonly resampled: Resampled
}

function intervalOf({ sorted, q, ordered, memory, outlasting, checked, strict, resampled }: Question): QuantileInterval {
  const count = sorted.length
  const estimate = quantileOfSorted(sorted, q)
  const flags = new Set(sampleFlags(sorted, estimate))
  const open = openEnds('values', count, q, checked.level, strict)
  if (open.low || open.high) flags.add('unresolved-tail')

  const effective = memory ? memory.effectiveSamples : count
  // 100 - 90 of 100 values lie beyond P90, while 100 * (1 - 0.9) is just under 10
  if (outlasting) flags.add('autocorrelation-too-long')
  tailFlags(flags, memory, Math.min(effective * q, effective - effective * q))
  const ranks = spreadRanks(count, q, checked.level, memory?.time ?? 1)
  if (ordered && (ranks.low === null || ranks.high === null)) flags.add('unresolved-tail')
  if (strict && flags.has('unresolved-tail')) throw unresolvedBeyond('values', count, effective, q)

  let interval: Interval | null = null
  if (count > 1 && ordered) {
    const { low, high, level } = ranks
    const dependent = memory !== null && memory.time > 1
    interval = Object.freeze({
      low: low === null ? null : sorted[low - 1]!,
      high: high === null ? null : sorted[high - 1]!,
      level,
      method: dependent ? 'order-statistic-dependent' : 'order-statistic',
      resampled,
      centre: estimate,
    })
  } else if (count > 1) {
    const sampler = (): ((uniform: () => number) => number) => quantileSampler(sorted, q)
    const whole = percentileInterval({ name: 'quantile-interval', q, centre: estimate, exact: exactGroup([sorted], q), sampler }, checked)
    interval = Object.freeze({ ...whole, low: open.low ? null : whole.low, high: open.high ? null : whole.high, resampled })
  }
  return Object.freeze({
    estimate,
    q,
    count,
    interval,
    autocorrelationTime: memory ? memory.time : null,
    effectiveSamples: memory ? effective : null,
    flags: flagList(flags),
  })
}

/** Effective values beyond the quantile under which intervals of dependent values were seen to fail. */
const FEW_DEPENDENT = 5
/** And under which any interval for it leans on single values. */
const FEW = 10

/** The thresholds were chosen on one set of processes and validated on another: see docs/analysis.md. */
function tailFlags(flags: Set<Flag>, memory: AutocorrelationTime | null, beyond: number): void {
  const dependent = memory !== null && memory.time >= 1.5
  if (dependent) flags.add('autocorrelated')
  if (memory?.tooLong) flags.add('autocorrelation-too-long')
  if (dependent && beyond < FEW_DEPENDENT) flags.add('unresolved-tail')
  if (beyond < FEW) flags.add('low-tail-count')
}

/**
 * The exact ranks among as many independent values as the dependent ones amount to, counted out over all of
 * them. The time itself is an estimate, and a poor one where few effective values lie beyond the quantile: as far
 * as it is in use, the level is raised as Student's t with that many degrees of freedom exceeds the normal law.
 */
function spreadRanks(count: number, q: number, level: number, time: number): { readonly low: number | null; readonly high: number | null; readonly level: number } {
  if (time === 1 || q === 0) return orderStatisticRanks(count, q, level)
  const effective = Math.max(1, Math.floor(count / time))
  const z = -normalQuantile((1 - level) / 2)
  const t = Math.min(studentFactor(level, Math.max(1, (count / time) * Math.min(q, 1 - q))), 2.5 * z)
  const raised = 1 - 2 * normalCumulative(-(z + (t - z) * (1 - 1 / time)))
  const ranks = orderStatisticRanks(effective, q, raised)
  // multiplied first: count / effective rounded up would place the last rank behind the last value
  const low = ranks.low === null ? null : Math.floor((ranks.low * count) / effective)
  const high = ranks.high === null ? null : Math.ceil((ranks.high * count) / effective)
  return { low, high, level }
}
