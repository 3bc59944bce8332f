import { acrossRepetitions } from './across-repetitions.js'
import { checkOptions } from './check-options.js'
import { badOption } from './errors.js'
import { flagList, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { sortedSample, type Sample } from './sample.js'
import { studentFactor } from './student-factor.js'

export interface PredictionInterval {
  /** For the mean of the next `repetitions` differences, assuming them near normal. */
  readonly t: Interval | null
  /** For one next difference, assuming nothing but independence; `null` for a mean of several. */
  readonly distributionFree: Interval | null
  readonly flags: readonly Flag[]
}

/**
 * Where a replication is expected to come out, given this run: wider than the interval for the truth, because the
 * next run brings its own luck.
 *
 * Covers new repetitions under the same conditions; another day or machine is another run (`acrossRuns`).
 *
 * @param options.repetitions of the replication whose mean is predicted; 1 by default
 * @throws {EstimatorInputError} on bad values, level or number of repetitions
 * @example predictionInterval([502, 498, 492, 522, 469], { repetitions: 5 }).t // { low: 463.06…, high: 530.13…, … }
 */
export function predictionInterval(deltas: Sample, options: { readonly level?: number; readonly repetitions?: number } = {}): PredictionInterval {
  checkOptions(options, ['level', 'repetitions'])
  const level = options.level ?? 0.95
  const next = options.repetitions ?? 1
  if (!(Number.isSafeInteger(next) && next >= 1)) throw badOption('repetitions', next, 'a positive whole number')
  const { count, mean, median, standardDeviation, flags: remarks } = acrossRepetitions(deltas, level)
  const flags = new Set<Flag>(remarks.filter((flag) => flag !== 'too-few-repetitions'))
  if (count < 3) {
    flags.add('too-few-repetitions')
    return Object.freeze({ t: null, distributionFree: null, flags: flagList(flags) })
  }
  const half = studentFactor(level, count - 1) * standardDeviation! * Math.sqrt(1 / next + 1 / count)
  const t: Interval = Object.freeze({ low: mean - half, high: mean + half, level, method: 'student-t-prediction', resampled: 'acrossRepetitions', centre: mean })

  let distributionFree: Interval | null = null
  if (next === 1) {
    // a new value falls between x_(k) and x_(n+1-k) with probability (n + 1 - 2k) / (n + 1)
    const most = Math.floor(((count + 1) * (1 - level)) / 2 + 1e-9)
    const k = Math.max(1, most)
    if (most === 0) flags.add('too-few-repetitions')
    const sorted = sortedSample(deltas, 'deltas')
    distributionFree = Object.freeze({
      low: sorted[k - 1]!,
      high: sorted[count - k]!,
      level: (count + 1 - 2 * k) / (count + 1),
      method: 'order-statistic-prediction',
      resampled: 'acrossRepetitions',
      centre: median,
    })
  }
  return Object.freeze({ t, distributionFree, flags: flagList(flags) })
}
