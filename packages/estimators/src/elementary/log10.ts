import { ln } from './ln.js'

/**
 * Decimal logarithm; whole numbers come out whole for the powers of ten a double holds exactly (10^-22 … 10^22).
 *
 * @example log10(1000) // 3
 */
export function log10(x: number): number {
  const value = ln(x) * 0.4342944819032518
  const whole = Math.round(value)
  if (value === whole || whole < -22 || whole > 22) return value
  let power = 1
  for (let i = whole < 0 ? -whole : whole; i > 0; i--) power *= 10
  return x === (whole < 0 ? 1 / power : power) ? whole : value
}
