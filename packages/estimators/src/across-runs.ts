import { checkLevel } from './check-level.js'
import { badOption, repeatedKey, tooFarApart, tooFew } from './errors.js'
import type { Interval } from './interval.js'
import { powerOfTwoAtMost } from './power-of-two.js'
import { studentFactor } from './student-factor.js'

/** One run's own answer. */
export interface RunEstimate {
  readonly key: string
  readonly estimate: number
  /** Such as the deviation between repetitions over the square root of their number. */
  readonly standardError: number
}

export interface AcrossRuns {
  readonly estimate: number
  /** For the mean over runs like these. */
  readonly interval: Interval
  /** For the true shift of one more run. */
  readonly prediction: Interval
  /** Standard deviation between the runs' true shifts: what their own errors do not explain. */
  readonly betweenRuns: number
  /** Share of the variation that is between runs, in [0, 1] (I squared). */
  readonly heterogeneity: number
}

/** Below it a standard error has no square; in units of the range of the runs. */
const LEAST_ERROR = 1e-150

function weighted(runs: readonly Omit<RunEstimate, 'key'>[], between: number): { readonly mean: number; readonly total: number; readonly misfit: number } {
  let total = 0
  let sum = 0
  for (const { estimate, standardError } of runs) {
    const weight = 1 / (standardError * standardError + between)
    total += weight
    sum += weight * estimate
  }
  const mean = sum / total
  let misfit = 0
  for (const { estimate, standardError } of runs) misfit += ((estimate - mean) * (estimate - mean)) / (standardError * standardError + between)
  return { mean, total, misfit }
}

/**
 * Several runs taken together, each with its own error and all with something that changed between them:
 * random effects. Variance between runs by Paule & Mandel (1982), interval by Hartung & Knapp
 * (2001) but never narrower than the plain one, prediction by Higgins, Thompson & Spiegelhalter (2009).
 *
 * @throws {EstimatorInputError} on fewer than 3 runs, a repeated key, or an error that is not positive
 * @example acrossRuns([470, 500, 530].map((estimate, i) => ({ key: `run ${i}`, estimate, standardError: 10 }))).estimate // 500
 */
export function acrossRuns(runs: readonly RunEstimate[], level = 0.95): AcrossRuns {
  checkLevel(level)
  if (runs.length < 3) throw tooFew('runs', runs.length, 3, 'runs')
  const seen = new Set<string>()
  for (const { key, estimate, standardError } of runs) {
    if (seen.has(key)) throw repeatedKey(key)
    seen.add(key)
    if (!Number.isFinite(estimate)) throw badOption(`estimate of run "${key}"`, estimate, 'a finite number')
    if (!(standardError > 0 && standardError < Infinity)) throw badOption(`standardError of run "${key}"`, standardError, 'a positive finite number')
  }

  // from the first run's estimate and in a unit of their range, so that neither a large common offset nor the size of the unit costs digits
  const estimates = runs.map(({ estimate }) => estimate)
  const range = Math.max(...estimates) - Math.min(...estimates)
  if (range === Infinity) throw tooFarApart('the estimates of the runs')
  const unit = powerOfTwoAtMost(Math.max(range, ...runs.map(({ standardError }) => standardError)))
  const origin = estimates[0]!
  const scaled = runs.map(({ estimate, standardError }) => ({ estimate: (estimate - origin) / unit, standardError: Math.max(standardError / unit, LEAST_ERROR) }))

  const degrees = runs.length - 1
  const alone = weighted(scaled, 0)
  let between = 0
  if (alone.misfit > degrees) {
    // the misfit falls as the variance between runs grows: bisect for the one at which it is as expected
    let low = 0
    let high = 1
    while (weighted(scaled, high).misfit > degrees) high *= 2
    for (let i = 0; i < 200; i++) {
      const middle = (low + high) / 2
      if (!(middle > low && middle < high)) break
      if (weighted(scaled, middle).misfit > degrees) low = middle
      else high = middle
    }
    between = high
  }
  const { mean, total, misfit } = weighted(scaled, between)
  const variance = Math.max(1, misfit / degrees) / total
  const half = studentFactor(level, degrees) * Math.sqrt(variance)
  const reach = studentFactor(level, degrees - 1) * Math.sqrt(between + variance)
  const centre = origin + unit * mean
  const around = (distance: number, method: 'hartung-knapp' | 'random-effects-prediction'): Interval =>
    Object.freeze({ low: centre - unit * distance, high: centre + unit * distance, level, method, resampled: 'acrossRuns', centre })
  return Object.freeze({
    estimate: centre,
    interval: around(half, 'hartung-knapp'),
    prediction: around(reach, 'random-effects-prediction'),
    betweenRuns: unit * Math.sqrt(between),
    heterogeneity: alone.misfit > degrees ? (alone.misfit - degrees) / alone.misfit : 0,
  })
}
