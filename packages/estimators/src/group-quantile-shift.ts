import { checkBootstrapOptions, type BootstrapOptions } from './bootstrap-options.js'
import { exactGroupShift } from './exact-quantile.js'
import { flagList, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { percentileInterval } from './percentile-interval.js'
import { readGroup } from './read-group.js'
import type { Sample } from './sample.js'

export interface GroupQuantileShift {
  /** Q(treatment group) - Q(baseline group), each the median across its cells. */
  readonly shift: number
  readonly q: number
  readonly treatment: number
  readonly baseline: number
  /** Requests drawn again inside every cell; `null` where a cell cannot resolve the quantile. */
  readonly withinCells: Interval | null
  readonly flags: readonly Flag[]
}

/**
 * How much later the quantile `q` comes in one group of cells than in another, without pairing.
 *
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on no cells, bad values or options, and without a `seed` when a group is even
 * @example groupQuantileShift([[4, 5, 6]], [[1, 2, 3]], 0.5).shift // 3
 */
export function groupQuantileShift(
  treatmentCells: readonly Sample[],
  baselineCells: readonly Sample[],
  q: number,
  options: BootstrapOptions = {},
): GroupQuantileShift {
  const checked = checkBootstrapOptions(options)
  const treatment = readGroup(treatmentCells, 'treatmentCells', q, checked.level, options)
  const baseline = readGroup(baselineCells, 'baselineCells', q, checked.level, options)
  const flags = flagList([...treatment.flags, ...baseline.flags])
  const shift = treatment.estimate - baseline.estimate
  const withinCells =
    flags.includes('unresolved-tail') || flags.includes('one-value')
      ? null
      : percentileInterval(
          {
            name: 'group-quantile-shift',
            q,
            centre: shift,
            exact: exactGroupShift(treatment.cells, baseline.cells, q),
            sampler: () => {
              const drawTreatment = treatment.sampler()
              const drawBaseline = baseline.sampler()
              return (uniform) => drawTreatment(uniform) - drawBaseline(uniform)
            },
          },
          checked,
        )
  return Object.freeze({ shift, q, treatment: treatment.estimate, baseline: baseline.estimate, withinCells, flags })
}
