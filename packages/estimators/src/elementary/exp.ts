import { INVERSE_POWERS_OF_TWO, LN2_HIGH, LN2_LOW, POWERS_OF_TWO } from './powers-of-two.js'

/** x * 2^k for |k| < 1024. */
function scale(x: number, k: number): number {
  const powers = k < 0 ? INVERSE_POWERS_OF_TWO : POWERS_OF_TWO
  let result = x
  for (let i = 0, rest = k < 0 ? -k : k; rest > 0; i++, rest >>= 1) {
    if (rest & 1) result *= powers[i]!
  }
  return result
}

/**
 * e^x built from + - * / only, so that every engine returns the same bits; within 1 ulp of `Math.exp` (measured).
 * Overflows to `Infinity` above 709.78 and underflows to 0 below -745.13.
 *
 * @example exp(1) // 2.718281828459045
 */
export function exp(x: number): number {
  if (x !== x) return NaN
  if (x > 709.782712893384) return Infinity
  if (x < -745.1332191019411) return 0

  // x = k ln 2 + r with |r| <= ln(2) / 2, then Taylor to r^14
  const k = Math.round(x * 1.4426950408889634)
  const r = x - k * LN2_HIGH - k * LN2_LOW
  const tail = 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800 + r / 87178291200)))))))))))
  const value = 1 + (r + r * r * tail)
  if (k === 0) return value
  return k > -1000 && k < 1000 ? scale(value, k) : scale(scale(value, k > 0 ? 500 : -500), k > 0 ? k - 500 : k + 500)
}
