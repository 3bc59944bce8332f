import { checkLevel } from './check-level.js'
import { badOption, tooFew } from './errors.js'
import type { Interval } from './interval.js'
import { proportionInterval } from './proportion-interval.js'
import { quantileOfSorted } from './quantile.js'

/** What an estimator says about one A/A pair, whose true difference is zero. */
export interface NullReading {
  readonly estimate: number
  readonly interval: Pick<Interval, 'low' | 'high'> | null
}

export interface NullCalibration {
  readonly count: number
  /** A/A pairs whose interval leaves zero out. */
  readonly falsePositives: number
  /** A/A pairs without an interval that could have left zero out. */
  readonly unbounded: number
  /** False positives among the bounded; `null` where none was bounded. */
  readonly rate: number | null
  /** Exact (Clopper-Pearson) 95 % interval of that rate. */
  readonly rateInterval: { readonly low: number; readonly high: number } | null
  /** The rate the interval promises, `1 - level`, lies within `rateInterval`. */
  readonly consistent: boolean | null
  /** Middle share `level` of the null estimates; differences inside it are what nothing looks like. */
  readonly nullBand: { readonly low: number; readonly high: number }
  /** Largest distance of a null estimate from zero: the floor of this instrument. */
  readonly floor: number
}

/**
 * Runs an estimator over A/A pairs, in which nothing differs, and reports how often it claims a difference.
 *
 * @param pairs anything the estimator understands
 * @throws {EstimatorInputError} on no pairs, an estimate that is not finite, or a bad level
 * @example nullCalibration([0.1, -0.2, 1.3], (estimate) => ({ estimate, interval: { low: estimate - 1, high: estimate + 1 } })).falsePositives // 1
 */
export function nullCalibration<T>(pairs: readonly T[], estimator: (pair: T) => NullReading, level = 0.95): NullCalibration {
  checkLevel(level)
  if (pairs.length === 0) throw tooFew('pairs', 0, 1, 'A/A pairs')
  const estimates: number[] = []
  let falsePositives = 0
  let unbounded = 0
  for (const pair of pairs) {
    const { estimate, interval } = estimator(pair)
    if (!Number.isFinite(estimate)) throw badOption('estimate of an A/A pair', estimate, 'a finite number')
    estimates.push(estimate)
    if (interval === null || (interval.low === null && interval.high === null)) unbounded++
    else if ((interval.low !== null && interval.low > 0) || (interval.high !== null && interval.high < 0)) falsePositives++
  }
  estimates.sort((a, b) => a - b)
  const bounded = pairs.length - unbounded
  const rateInterval = bounded === 0 ? null : Object.freeze(proportionInterval(falsePositives, bounded, 0.95))
  const alpha = 1 - level
  return Object.freeze({
    count: pairs.length,
    falsePositives,
    unbounded,
    rate: bounded === 0 ? null : falsePositives / bounded,
    rateInterval,
    consistent: rateInterval === null ? null : rateInterval.low <= alpha && alpha <= rateInterval.high,
    nullBand: Object.freeze({ low: quantileOfSorted(estimates, alpha / 2), high: quantileOfSorted(estimates, 1 - alpha / 2) }),
    floor: Math.max(Math.abs(estimates[0]!), Math.abs(estimates.at(-1)!)),
  })
}
