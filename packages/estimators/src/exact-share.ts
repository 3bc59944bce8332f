/** `count * q` split into its whole part and the rest in [0, 1). */
export interface ExactShare {
  readonly whole: number
  readonly fraction: number
}

/**
 * The product of a count and a quantile as a reader means it: 0.999 is the fraction 999/1000, not the
 * double nearest to it.
 *
 * In floating point `99.9 / 100 * 30000` is 29970.000000000004, and its ceiling is one rank too high.
 * Quantiles of up to nine decimals are multiplied as whole numbers, and 99.9 / 100, which is one bit above
 * 0.999, is read as 0.999; others (1/3) are multiplied as doubles.
 */
export function exactShare(count: number, q: number): ExactShare {
  for (let denominator = 1; denominator <= 1e9; denominator *= 10) {
    const numerator = Math.round(q * denominator)
    const miss = numerator / denominator - q
    if (miss === 0 || (denominator <= 1e6 && miss < 3e-16 && miss > -3e-16)) {
      const product = count * numerator
      if (product > Number.MAX_SAFE_INTEGER) break
      const rest = product % denominator
      return { whole: (product - rest) / denominator, fraction: rest / denominator }
    }
  }
  const whole = Math.floor(count * q)
  return { whole, fraction: count * q - whole }
}
