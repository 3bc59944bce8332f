import { checkLevel } from './check-level.js'
import { noncentralStudentCumulative } from './elementary/noncentral-student.js'
import { badOption } from './errors.js'
import { smallestReaching } from './smallest-reaching.js'
import { studentFactor } from './student-factor.js'

export interface EffectDesign {
  /** Between repetitions, in the unit of the answer. */
  readonly standardDeviation: number
  readonly repetitions: number
  readonly level?: number
  /** Chance of seeing the effect when it is there; 0.8 by default. */
  readonly power?: number
}

/** @throws {EstimatorInputError} on a negative or infinite deviation, or a power outside (0, 1) */
export function checkDesign(standardDeviation: number, level: number, power: number): void {
  if (!(standardDeviation >= 0 && standardDeviation < Infinity)) throw badOption('standardDeviation', standardDeviation, 'a finite number of at least 0')
  checkLevel(level)
  if (!(power > 0 && power < 1)) throw badOption('power', power, 'between 0 and 1')
}

/** The chance that the t interval lies wholly above zero, for a true mean so many standard errors above it. */
export function powerFunction(repetitions: number, level: number): (errors: number) => number {
  const degrees = repetitions - 1
  const reach = studentFactor(level, degrees)
  return (errors) => 1 - noncentralStudentCumulative(reach, degrees, errors)
}

/**
 * The smallest mean difference that this many repetitions find with the given power: with that chance, the t interval at
 * `level` lies wholly above zero. From the noncentral t law; the usual sum of two t quantiles promises too much of few
 * repetitions (a power of 0.73 for 0.80 with two). 0 for a power that the level alone gives away.
 *
 * @throws {EstimatorInputError} on fewer than 2 repetitions or a bad deviation, level or power
 * @example minimumDetectableEffect({ standardDeviation: 19.1, repetitions: 5 }) // 32.1…
 */
export function minimumDetectableEffect({ standardDeviation, repetitions, level = 0.95, power = 0.8 }: EffectDesign): number {
  checkDesign(standardDeviation, level, power)
  if (!(Number.isSafeInteger(repetitions) && repetitions >= 2)) throw badOption('repetitions', repetitions, 'a whole number of at least 2')
  const found = powerFunction(repetitions, level)
  let high = 2 * studentFactor(level, repetitions - 1)
  while (found(high) < power) high *= 2
  return (smallestReaching(found, 0, high, power) * standardDeviation) / Math.sqrt(repetitions)
}
