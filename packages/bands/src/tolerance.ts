import { notACount } from './errors.js'

/** A share of the demand in basis points (1/100 of a percent), and the count it never falls below. */
export interface Tolerance {
  readonly basisPoints: number
  readonly floor: number
}

function requireCount(what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw notACount(what, value)
}

/** Integer division without a rounded quotient. */
function div(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}

/**
 * Count that is still tolerated: `max(floor, demanded * basisPoints div 10000)`, in whole numbers, so
 * that a generator and a judge written apart can never differ by rounding.
 *
 * @param demanded arrivals the steady phase demanded
 * @throws {BandsInputError} when the demand is not a whole number, or the product is too large to be exact
 * @example allowance(30_000, { basisPoints: 100, floor: 25 }) // 300
 */
export function allowance(demanded: number, { basisPoints, floor }: Tolerance): number {
  requireCount('The demand', demanded)
  requireCount('Demand times basis points', demanded * basisPoints)
  return Math.max(floor, div(demanded * basisPoints, 10_000))
}
