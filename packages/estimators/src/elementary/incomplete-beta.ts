import { binomialDensity } from './binomial-density.js'

/** Lentz's evaluation of the continued fraction of I_x(a, b), for x below the mean. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 - ((a + b) * x) / (a + 1)
  d = 1 / (d === 0 ? tiny : d)
  let value = d
  for (let m = 1; m <= 100000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 + even * d
    c = 1 + even / c
    d = 1 / (d === 0 ? tiny : d)
    if (c === 0) c = tiny
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 + odd * d
    c = 1 + odd / c
    d = 1 / (d === 0 ? tiny : d)
    if (c === 0) c = tiny
    const step = d * c
    value *= step
    if (step > 1 - 1e-16 && step < 1 + 3e-16) break
  }
  return value
}

/**
 * Regularised incomplete beta function I_x(a, b) for `a, b > 0` and x in [0, 1]: the probability that a
 * Beta(a, b) variable is at most x. `y` is 1 - x, for callers that know it more exactly.
 *
 * @example incompleteBeta(0.5, 2, 3) // 0.6875
 */
export function incompleteBeta(x: number, a: number, b: number, y = 1 - x): number {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return NaN
  if (x === 0 || y === 0) return x === 0 ? 0 : 1
  const front = binomialDensity(a, b, x, y)
  if (x <= (a + 1) / (a + b + 2)) return ((front * b) / (a + b)) * fraction(x, a, b)
  return 1 - ((front * a) / (a + b)) * fraction(y, b, a)
}
