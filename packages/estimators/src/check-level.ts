import { badLevel } from './errors.js'

/** @throws {EstimatorInputError} on a confidence level that is not between 0 and 1 */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw badLevel(level)
}
