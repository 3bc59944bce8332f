import { badOption } from './errors.js'
import { checkDesign, powerFunction } from './minimum-detectable-effect.js'
import { studentFactor } from './student-factor.js'

export interface RepetitionsDesign {
  /** Between repetitions, in the unit of the target. */
  readonly standardDeviation: number
  /** Wanted half width of the t interval. Give this or `effect`. */
  readonly halfWidth?: number
  /** Mean difference to be found with `power`. */
  readonly effect?: number
  readonly level?: number
  readonly power?: number
  /** Efficiency of the estimate against the mean: 0.955 for Hodges-Lehmann, 0.637 for the median. 1 by default. */
  readonly efficiency?: number
}

/**
 * How many repetitions resolve a difference: the answer to "unresolved".
 *
 * @throws {EstimatorInputError} without exactly one positive target, or on a bad deviation, level or power
 * @example repetitionsNeeded({ standardDeviation: 19.1, halfWidth: 10 }) // 17
 */
export function repetitionsNeeded(design: RepetitionsDesign): number {
  const { standardDeviation, halfWidth, effect, level = 0.95, power = 0.8, efficiency = 1 } = design
  checkDesign(standardDeviation, level, power)
  if ((halfWidth === undefined) === (effect === undefined)) throw badOption('halfWidth', halfWidth, 'given, or effect instead; not both')
  const target = halfWidth ?? effect!
  if (!(target > 0 && target < Infinity)) throw badOption(effect === undefined ? 'halfWidth' : 'effect', target, 'a positive finite number')
  if (!(efficiency > 0 && efficiency <= 1)) throw badOption('efficiency', efficiency, 'in (0, 1]')

  const reached = (repetitions: number): boolean => {
    // an effect that minimumDetectableEffect gave is reached, whatever its rounding
    if (effect !== undefined) return standardDeviation === 0 || powerFunction(repetitions, level)(((effect * Math.sqrt(repetitions)) / standardDeviation) * (1 + 1e-12)) >= power
    return (studentFactor(level, repetitions - 1) * standardDeviation) / Math.sqrt(repetitions) <= target
  }
  let high = 2
  while (!reached(high)) {
    high *= 2
    if (high > 1e12) throw badOption('standardDeviation', standardDeviation, 'small enough for a target that anyone could reach')
  }
  let low = 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (reached(middle)) high = middle
    else low = middle
  }
  return Math.ceil(high / efficiency)
}
