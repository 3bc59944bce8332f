import { INVERSE_POWERS_OF_TWO, LN2_HIGH, LN2_LOW, POWERS_OF_TWO } from './powers-of-two.js'

const SQRT_HALF = 0.7071067811865476
const SQRT_TWO = 1.4142135623730951

/**
 * Natural logarithm built from + - * / only, so that every engine returns the same bits.
 *
 * `Math.log` may differ by engine version; this stays within 1 ulp of it (measured). `ln(0)` is
 * `-Infinity`; a negative argument gives `NaN`, as `Math.log` does.
 *
 * @example ln(10) // 2.302585092994046
 */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN
  if (x === Infinity) return Infinity

  // x = 2^k * m with m in [sqrt(1/2), sqrt(2)]
  let m = x
  let k = 0
  if (m < 2.2250738585072014e-308) {
    m *= 18446744073709551616
    k = -64
  }
  if (m >= 2) {
    for (let i = 9; i >= 0; i--) {
      if (m >= POWERS_OF_TWO[i]!) {
        m *= INVERSE_POWERS_OF_TWO[i]!
        k += 1 << i
      }
    }
  } else if (m < SQRT_HALF) {
    for (let i = 9; i >= 0; i--) {
      if (m < 2 * INVERSE_POWERS_OF_TWO[i]!) {
        m *= POWERS_OF_TWO[i]!
        k -= 1 << i
      }
    }
  }
  if (m > SQRT_TWO) {
    m *= 0.5
    k += 1
  }

  // ln(1 + f) = 2 atanh(s) with s = f / (2 + f), written so that the leading term is f itself
  const f = m - 1
  const s = f / (2 + f)
  const z = s * s
  const tail = z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23)))))))))))
  return k * LN2_HIGH - (s * (f - tail) - k * LN2_LOW - f)
}
