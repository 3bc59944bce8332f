import { exp } from './exp.js'
import { incompleteBeta } from './incomplete-beta.js'
import { ln } from './ln.js'
import { lnGamma } from './ln-gamma.js'
import { normalCumulative } from './normal-cumulative.js'

/**
 * P(T <= t) of Student's t with `degrees > 0` degrees of freedom and the noncentrality `shift >= 0`, for `t >= 0`: what the
 * t statistic does where there is something to find. Lenth's series (1989), over the terms that carry any weight.
 *
 * @example noncentralStudentCumulative(2.7764451051977987, 4, 3) // 0.3807…
 */
export function noncentralStudentCumulative(t: number, degrees: number, shift: number): number {
  if (!(t >= 0 && degrees > 0 && shift >= 0)) return NaN
  const square = t * t
  const x = square / (degrees + square)
  const y = degrees / (degrees + square)
  const rate = (shift * shift) / 2
  const spread = 9 * Math.sqrt(rate)
  let sum = 0
  for (let j = Math.max(0, Math.floor(rate - spread) - 10); j <= rate + spread + 30; j++) {
    const log = (rate > 0 ? j * ln(rate) : j === 0 ? 0 : -Infinity) - rate
    const even = exp(log - lnGamma(j + 1))
    const odd = shift * Math.SQRT1_2 * exp(log - lnGamma(j + 1.5))
    if (j > rate && even + odd < 1e-18) break
    sum += even * incompleteBeta(x, j + 0.5, degrees / 2, y) + odd * incompleteBeta(x, j + 1, degrees / 2, y)
  }
  return normalCumulative(-shift) + 0.5 * sum
}
