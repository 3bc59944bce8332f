import { ln } from './ln.js'
import { stirlingError } from './stirling-error.js'

/**
 * Logarithm of the gamma function for `x > 0`; absolute error below 1e-15 times max(1, |result|) or so.
 *
 * @example lnGamma(5) // 3.178053830347946, which is ln 24
 */
export function lnGamma(x: number): number {
  if (!(x > 0)) return NaN
  // ln Gamma(x) = ln Gamma(x + 1) - ln x
  return (x - 0.5) * ln(x) - x + 0.9189385332046728 + stirlingError(x)
}
