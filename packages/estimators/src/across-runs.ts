import { checkLevel } from './check-level.js'
import { studentQuantile } from './elementary/student-quantile.js'
import { badOption, repeatedKey, tooFew } from './errors.js'
import type { Interval } from './interval.js'

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

function weighted(runs: readonly RunEstimate[], between: number): { readonly mean: number; readonly total: number; readonly misfit: number } {
  // from the first run's estimate, so that a large common offset costs no digits
  const origin = runs[0]!.estimate
  let total = 0
  let sum = 0
  for (const { estimate, standardError } of runs) {
    const weight = 1 / (standardError * standardError + between)
    total += weight
    sum += weight * (estimate - origin)
  }
  const mean = origin + sum / total
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

  const degrees = runs.length - 1
  const alone = weighted(runs, 0)
  let between = 0
  if (alone.misfit > degrees) {
    // the misfit falls as the variance between runs grows: bisect for the one at which it is as expected
    let low = 0
    let high = 1
    while (weighted(runs, high).misfit > degrees) high *= 2
    for (let i = 0; i < 200; i++) {
      const middle = (low + high) / 2
      if (!(middle > low && middle < high)) break
      if (weighted(runs, middle).misfit > degrees) low = middle
      else high = middle
    }
    between = high
  }
  const { mean, total, misfit } = weighted(runs, between)
  const variance = Math.max(1, misfit / degrees) / total
  const half = studentQuantile(1 - (1 - level) / 2, degrees) * Math.sqrt(variance)
  const reach = studentQuantile(1 - (1 - level) / 2, degrees - 1) * Math.sqrt(between + variance)
  const around = (distance: number): Interval =>
    Object.freeze({ low: mean - distance, high: mean + distance, level, method: 'hartung-knapp', resampled: 'acrossRuns', centre: mean })
  return Object.freeze({
    estimate: mean,
    interval: around(half),
    prediction: around(reach),
    betweenRuns: Math.sqrt(between),
    heterogeneity: alone.misfit > degrees ? (alone.misfit - degrees) / alone.misfit : 0,
  })
}
