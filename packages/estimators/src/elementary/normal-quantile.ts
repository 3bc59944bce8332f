import { ln } from './ln.js'
import { normalCumulative, normalDensity } from './normal-cumulative.js'

/**
 * The z with P(Z <= z) = p, p in (0, 1); ends give infinities, anything else `NaN`.
 *
 * @example normalQuantile(0.975) // 1.959963984540054
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN
  if (p > 0.5) return -normalQuantile(1 - p)

  // a rough start (Hastings' rational form), then Halley steps on our own normalCumulative
  const t = Math.sqrt(-2 * ln(p))
  let z = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))))
  for (let i = 0; i < 4; i++) {
    const step = (normalCumulative(z) - p) / normalDensity(z)
    z -= step / (1 + (z * step) / 2)
  }
  return p === 0.5 ? 0 : z
}
