import { exp } from './exp.js'

/**
 * Density of the standard normal law.
 *
 * @example normalDensity(0) // 0.3989422804014327
 */
export function normalDensity(z: number): number {
  return 0.3989422804014327 * exp(-0.5 * z * z)
}

/** P(Z > z) for z >= 0, with full relative accuracy far into the tail. */
function upperTail(z: number): number {
  if (z < 2.5) {
    let term = z
    let sum = z
    for (let i = 3; term > 1e-18 * sum; i += 2) {
      term *= (z * z) / i
      sum += term
    }
    return 0.5 - normalDensity(z) * sum
  }
  let below = z
  for (let i = 120; i >= 1; i--) below = z + i / below
  return normalDensity(z) / below
}

/**
 * P(Z <= z) of the standard normal law.
 *
 * @example normalCumulative(1.959963984540054) // 0.975
 */
export function normalCumulative(z: number): number {
  return z < 0 ? upperTail(-z) : 1 - upperTail(z)
}
