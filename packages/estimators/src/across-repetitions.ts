import { checkLevel } from './check-level.js'
import { integerPower } from './elementary/integer-power.js'
import { tooFarApart } from './errors.js'
import { flagList, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { powerOfTwoAtMost } from './power-of-two.js'
import { quantileOfSorted } from './quantile.js'
import { sortedSample, type Sample } from './sample.js'
import { signRank } from './sign-rank.js'
import { studentFactor } from './student-factor.js'

export interface AcrossRepetitions {
  readonly count: number
  readonly mean: number
  readonly median: number
  /** Standard deviation between repetitions; `null` for one. */
  readonly standardDeviation: number | null
  /** For the mean, assuming repetition effects near normal (Student 1908). `null` below 3 repetitions. */
  readonly t: Interval | null
  /**
   * For the median, assuming nothing but independence. `level` is the exact one: 0.9375 for 5 repetitions, because
   * no distribution-free 95 % interval exists below 6. `null` below 3 repetitions.
   */
  readonly distributionFree: Interval | null
  readonly flags: readonly Flag[]
}

/**
 * How sure the repetitions make us, taking each repetition's difference as one observation.
 *
 * This is the interval that includes what changes between repetitions (placement, warm caches, the machine's mood);
 * resampling requests inside the cells does not.
 *
 * @param deltas one per repetition, in any one unit
 * @throws {EstimatorInputError} on no values, one that is not finite, or a level outside (0, 1)
 * @example acrossRepetitions([502, 498, 492, 522, 469]).distributionFree // { low: 469, high: 522, level: 0.9375, … }
 */
export function acrossRepetitions(deltas: Sample, level = 0.95): AcrossRepetitions {
  checkLevel(level)
  const sorted = sortedSample(deltas, 'deltas')
  const count = sorted.length
  const flags: Flag[] = []

  // shifted by the median, so that a large common offset costs no digits
  const median = quantileOfSorted(sorted, 0.5)
  const width = sorted[count - 1]! - sorted[0]!
  if (width === Infinity) throw tooFarApart('deltas')
  const unit = width > 0 ? powerOfTwoAtMost(width) : 1
  let sum = 0
  for (const value of sorted) sum += (value - median) / unit
  const mean = median + unit * (sum / count)
  let squares = 0
  for (const value of sorted) {
    const distance = (value - mean) / unit
    squares += distance * distance
  }
  const standardDeviation = count > 1 ? unit * Math.sqrt(squares / (count - 1)) : null

  const { rank, level: attained } = signRank(count, level)
  if (count === 1) flags.push('one-repetition')
  if (rank === 0) flags.push('too-few-repetitions')
  if (count > 1 && sorted[0] === sorted[count - 1]) flags.push('degenerate')

  let t: Interval | null = null
  let distributionFree: Interval | null = null
  if (count >= 3) {
    const half = (studentFactor(level, count - 1) * standardDeviation!) / Math.sqrt(count)
    t = Object.freeze({ low: mean - half, high: mean + half, level, method: 'student-t', resampled: 'acrossRepetitions', centre: mean })
    const k = Math.max(1, rank)
    distributionFree = Object.freeze({
      low: sorted[k - 1]!,
      high: sorted[count - k]!,
      level: rank > 0 ? attained : 1 - integerPower(0.5, count - 1),
      method: 'sign-order-statistic',
      resampled: 'acrossRepetitions',
      centre: median,
    })
  }
  return Object.freeze({ count, mean, median, standardDeviation, t, distributionFree, flags: flagList(flags) })
}
