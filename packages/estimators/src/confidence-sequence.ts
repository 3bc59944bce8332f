import { checkLevel } from './check-level.js'
import { checkOptions } from './check-options.js'
import { badOption, emptySample, notANumber, notFiniteValue } from './errors.js'
import { openFlags, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { medianOf } from './median-of.js'

export interface Look {
  /** Repetitions seen so far. */
  readonly count: number
  readonly low: number | null
  readonly high: number | null
}

export interface ConfidenceSequence {
  readonly looks: readonly Look[]
  /** The latest look. */
  readonly interval: Interval
  /** Repetitions at the first look that left `nullValue` out; `null` while none has. */
  readonly excludedAt: number | null
  /** `too-few-repetitions` while the interval has no ends. */
  readonly flags: readonly Flag[]
}

export interface ConfidenceSequenceOptions {
  readonly level?: number
  /** The median difference that would mean "nothing"; 0 by default. */
  readonly nullValue?: number
}

/**
 * Intervals for the median difference that hold at every look together, so that a run may look after each
 * repetition and stop when it knows. A fixed-size interval looked at again and again would err far more
 * often than its level says.
 *
 * A bet against "below is as likely as above", with a Beta(1/2, 1/2) mixture over the odds (Ville 1939;
 * Robbins 1970). Assumes independence only. At 95 % the first finite interval comes with 7 repetitions.
 *
 * @param deltas in the order they were measured
 * @throws {EstimatorInputError} on no values, one that is not finite, or a bad level
 * @example confidenceSequence([5, 6, 4, 7, 5.5, 6.5, 4.5]).excludedAt // 7
 */
export function confidenceSequence(deltas: ArrayLike<number>, options: ConfidenceSequenceOptions = {}): ConfidenceSequence {
  checkOptions(options, ['level', 'nullValue'])
  const level = options.level ?? 0.95
  checkLevel(level)
  const nullValue = options.nullValue ?? 0
  if (!Number.isFinite(nullValue)) throw badOption('nullValue', nullValue, 'a finite number')
  if (deltas.length === 0) throw emptySample('deltas')

  const sorted: number[] = []
  const looks: Look[] = []
  let excludedAt: number | null = null
  for (let i = 0; i < deltas.length; i++) {
    const delta: unknown = deltas[i]
    if (typeof delta !== 'number' || delta !== delta) throw notANumber('deltas', i, delta)
    if (delta === Infinity || delta === -Infinity) throw notFiniteValue('deltas', i, delta)
    let place = sorted.length
    while (place > 0 && sorted[place - 1]! > delta) place--
    sorted.splice(place, 0, delta)

    const rejected = rejectedBelow(sorted.length, 1 / (1 - level))
    const low = rejected === 0 ? null : sorted[rejected - 1]!
    const high = rejected === 0 ? null : sorted[sorted.length - rejected]!
    looks.push(Object.freeze({ count: sorted.length, low, high }))
    if (excludedAt === null && ((low !== null && low > nullValue) || (high !== null && high < nullValue))) excludedAt = sorted.length
  }
  const last = looks.at(-1)!
  const interval: Interval = Object.freeze({
    low: last.low,
    high: last.high,
    level,
    method: 'sign-mixture-sequence',
    resampled: 'acrossRepetitions',
    centre: medianOf(Float64Array.from(sorted)),
  })
  return Object.freeze({ looks: Object.freeze(looks), interval, excludedAt, flags: openFlags(interval) })
}

/**
 * How many of the smallest counts k = 0, 1, … "k of n lie below the median" the mixture's winnings rule out:
 * winnings are 2^n B(k + 1/2, n - k + 1/2) / B(1/2, 1/2), and ruling out needs at least `stake` of them.
 */
function rejectedBelow(count: number, stake: number): number {
  // from the middle outwards, where the winnings are least and nothing overflows
  let k = Math.floor(count / 2)
  let winnings = 1
  for (let i = 0; i < count; i++) winnings *= (2 * Math.floor(i / 2) + 1) / (i + 1)
  while (winnings < stake) {
    if (k === 0) return 0
    winnings *= (count - k + 0.5) / (k - 0.5)
    k--
  }
  return k + 1
}
