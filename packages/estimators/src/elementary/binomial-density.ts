import { exp } from './exp.js'
import { ln } from './ln.js'
import { ln1pMinus } from './ln1p-minus.js'
import { stirlingError } from './stirling-error.js'

/** ln(expected / count) - expected / count + 1; far below the count the quotient keeps the digits that 1 + x would lose. */
function deviance(expected: number, count: number): number {
  const ratio = expected / count
  return ratio < 0.1 ? ln(ratio) - (ratio - 1) : ln1pMinus((expected - count) / count)
}

/**
 * Gamma(a+b+1) / (Gamma(a+1) Gamma(b+1)) x^a y^b with y = 1 - x: the binomial probability of `a` successes in
 * `a + b` trials, for whole or fractional `a, b >= 0`. Loader's saddle-point form (2000), which stays
 * accurate to about 1e-14 where gamma functions would cancel.
 */
export function binomialDensity(a: number, b: number, x: number, y: number): number {
  if (x <= 0) return a === 0 ? 1 : 0
  if (y <= 0) return b === 0 ? 1 : 0
  if (a === 0) return exp(b * ln(y))
  if (b === 0) return exp(a * ln(x))
  const n = a + b
  const away = a * deviance(n * x, a) + b * deviance(n * y, b)
  return exp(stirlingError(n) - stirlingError(a) - stirlingError(b) + away) * Math.sqrt(n / (6.283185307179586 * a * b))
}
