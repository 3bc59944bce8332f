import { badLevel } from './errors.js'

/** @throws {EstimatorInputError} on a confidence level that is not between 0 and 1 */
export function checkLevel(level: number): void {
  const given: unknown = level
  if (!(typeof given === 'number' && given > 0 && given < 1)) throw badLevel(given)
}
