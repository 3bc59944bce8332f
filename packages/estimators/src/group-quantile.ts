import { checkBootstrapOptions, type BootstrapOptions } from './bootstrap-options.js'
import type { Flag } from './flag.js'
import type { Interval } from './interval.js'
import { percentileInterval } from './percentile-interval.js'
import { readGroup } from './read-group.js'
import type { Sample } from './sample.js'

export interface GroupQuantile {
  /** Median across cells of each cell's quantile: not the quantile of the pooled values. */
  readonly estimate: number
  readonly q: number
  readonly perCell: readonly number[]
  /** Largest minus smallest; `null` for one cell. */
  readonly spread: number | null
  /** Requests drawn again inside every cell. An end is `null` where any cell leaves it open; `null` for single values. */
  readonly withinCells: Interval | null
  readonly flags: readonly Flag[]
}

/**
 * The quantile of a group of like cells: the median across the cells of their own quantiles.
 *
 * Each repetition keeps one voice; pooling would let the busiest cell speak for all, and a mean of P99s is no P99.
 *
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on no cells, bad values or options, and without a `seed` for an even number of cells
 * @example groupQuantile([[1, 2, 3], [2, 3, 4], [9, 9, 9]], 0.5).estimate // 3
 */
export function groupQuantile(cells: readonly Sample[], q: number, options: BootstrapOptions = {}): GroupQuantile {
  const checked = checkBootstrapOptions(options)
  const group = readGroup(cells, 'cells', q, checked.level, options)
  const interval = group.flags.includes('one-value')
    ? null
    : percentileInterval({ name: 'group-quantile', q, centre: group.estimate, exact: group.exact, sampler: group.sampler }, checked)
  const withinCells = interval && (group.open.low || group.open.high)
    ? Object.freeze({ ...interval, low: group.open.low ? null : interval.low, high: group.open.high ? null : interval.high })
    : interval
  return Object.freeze({ estimate: group.estimate, q, perCell: group.perCell, spread: group.spread, withinCells, flags: group.flags })
}
