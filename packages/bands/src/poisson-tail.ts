import { exp } from '@lat/estimators/elementary'
import { notACount, outOfRange } from './errors.js'

/** Enough for the largest mean: what follows the 2000th term is below the last digit of the sum. */
const terms = 2_000

/**
 * Probability of `atLeast` events or more where `mean` are expected: how often a gate that fires at that
 * count refuses a healthy run.
 *
 * @param mean expected events, 0 .. 700
 * @throws {BandsInputError} when `atLeast` is not a whole number, or the mean is outside its range
 * @example poissonTail(106 / 79, 6) // 0.0026: a gate at 6 of 106 readings refuses 0.26 % of healthy runs
 */
export function poissonTail(mean: number, atLeast: number): number {
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) throw notACount('The count a gate fires at', atLeast)
  // Beyond 700 the first term is too small for a double, and every later one with it.
  if (!(mean >= 0 && mean <= 700)) throw outOfRange('The expected number of events', mean, '0 .. 700')
  // The terms of the tail itself are summed: one minus the head loses every digit of a small tail.
  let term = exp(-mean)
  for (let count = 1; count <= atLeast; count++) term = (term * mean) / count
  let tail = 0
  for (let later = 1; later <= terms; later++) {
    tail += term
    term = (term * mean) / (atLeast + later)
  }
  return Math.min(1, tail)
}
