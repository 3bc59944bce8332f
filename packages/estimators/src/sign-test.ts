import { checkLevel } from './check-level.js'
import { binomialCumulative } from './elementary/binomial-cumulative.js'
import { openFlags, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { quantileOfSorted } from './quantile.js'
import { sortedSample, type Sample } from './sample.js'
import { signRank } from './sign-rank.js'

export interface SignTest {
  readonly positive: number
  readonly negative: number
  readonly zero: number
  /** Two-sided, zeros left out; 1 where nothing but zeros is left. */
  readonly pValue: number
  /** For the median; both ends `null` where there are too few values for the level. */
  readonly interval: Interval
  /** `too-few-repetitions` where the interval has no ends. */
  readonly flags: readonly Flag[]
}

/**
 * Do the differences lie on one side of zero more often than a coin would? Assumes nothing about their law
 * but independence (Conover 1999).
 *
 * @throws {EstimatorInputError} on no values, one that is not finite, or a level outside (0, 1)
 * @example signTest([3, 5, 1, 8, 6, 7]).pValue // 0.03125
 */
export function signTest(deltas: Sample, level = 0.95): SignTest {
  checkLevel(level)
  const sorted = sortedSample(deltas, 'deltas')
  const count = sorted.length
  const positive = sorted.filter((delta) => delta > 0).length
  const negative = sorted.filter((delta) => delta < 0).length
  const pValue = Math.min(1, 2 * binomialCumulative(Math.min(positive, negative), positive + negative, 0.5))
  const { rank, level: attained } = signRank(count, level)
  const interval: Interval = Object.freeze({
    low: rank === 0 ? null : sorted[rank - 1]!,
    high: rank === 0 ? null : sorted[count - rank]!,
    level: attained,
    method: 'sign-order-statistic',
    resampled: 'acrossRepetitions',
    centre: quantileOfSorted(sorted, 0.5),
  })
  return Object.freeze({ positive, negative, zero: count - positive - negative, pValue, interval, flags: openFlags(interval) })
}
