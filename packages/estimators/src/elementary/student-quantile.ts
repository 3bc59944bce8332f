import { exp } from './exp.js'
import { ln } from './ln.js'
import { lnGamma } from './ln-gamma.js'
import { normalQuantile } from './normal-quantile.js'
import { studentCumulative } from './student-cumulative.js'

/**
 * The t with P(T <= t) = p for Student's t with `degrees > 0` degrees of freedom, p in (0, 1).
 *
 * @example studentQuantile(0.975, 4) // 2.7764451051977987
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(p > 0 && p < 1 && degrees > 0)) return NaN
  if (p === 0.5) return 0
  if (p > 0.5) return -studentQuantile(1 - p, degrees)

  // Newton on the lower tail in |t|: convex and decreasing, and the normal start lies below the root
  const constant = lnGamma((degrees + 1) / 2) - lnGamma(degrees / 2) - 0.5 * ln(degrees * 3.141592653589793)
  let t = -normalQuantile(p)
  for (let i = 0; i < 200; i++) {
    const density = exp(constant - ((degrees + 1) / 2) * ln(1 + (t * t) / degrees))
    const step = (studentCumulative(-t, degrees) - p) / density
    t += step
    if (!(step > 1e-15 * t || step < -1e-15 * t)) break
  }
  return -t
}
