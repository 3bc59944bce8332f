import { ln } from './ln.js'

/**
 * ln(1 + x) - x without the cancellation of the two terms: what is left of a log-likelihood around its
 * maximum once the linear parts have cancelled on paper. Never positive. `x > -1`.
 *
 * @example ln1pMinus(1e-8) // -4.9999999666666663e-17
 */
export function ln1pMinus(x: number): number {
  if (x > 0.5 || x < -0.35) return ln(1 + x) - x
  const s = x / (2 + x)
  const z = s * s
  let sum = 0
  // 2 atanh(s) - x = -s x + 2 s^3 (1/3 + z/5 + z^2/7 + …); 16 terms reach 1e-17 at |s| = 0.212
  const terms = z < 1e-4 ? 4 : z < 4e-3 ? 7 : 12
  for (let i = terms; i >= 0; i--) sum = sum * z + 1 / (2 * i + 3)
  return 2 * s * z * sum - s * x
}
