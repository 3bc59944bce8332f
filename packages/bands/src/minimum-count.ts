import { allowance } from './tolerance.js'

/**
 * Smallest whole count that is at least `basisPoints` of the demand: what is left of it after the
 * largest shortfall that is still tolerated.
 *
 * @throws {BandsInputError} when the demand is not a whole number, or too large to be exact
 * @example minimumCount(30_000, 9_800) // 29400
 */
export function minimumCount(demanded: number, basisPoints: number): number {
  return demanded - allowance(demanded, { basisPoints: 10_000 - basisPoints, floor: 0 })
}
