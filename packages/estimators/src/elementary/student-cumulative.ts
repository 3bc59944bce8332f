import { incompleteBeta } from './incomplete-beta.js'

/**
 * P(T <= t) of Student's t with `degrees > 0` degrees of freedom.
 *
 * @example studentCumulative(2.7764451051977987, 4) // 0.975
 */
export function studentCumulative(t: number, degrees: number): number {
  const square = t * t
  const tail = 0.5 * incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5, square / (degrees + square))
  return t < 0 ? tail : 1 - tail
}
