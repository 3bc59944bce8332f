import { exp } from './elementary/exp.js'
import { ln } from './elementary/ln.js'
import { ln1pMinus } from './elementary/ln1p-minus.js'

/**
 * Draws from Beta(a, b) for whole a, b >= 1, by the ratio of uniforms with the tightest box, which for
 * this law has a closed form (Kinderman & Monahan 1977 gave the method).
 */
export function betaSampler(a: number, b: number): (uniform: () => number) => number {
  if (a === 1) return (uniform) => 1 - exp(ln(1 - uniform()) / b)
  if (b === 1) return (uniform) => exp(ln(1 - uniform()) / a)
  const up = a - 1
  const down = b - 1
  const total = up + down
  const mode = up / total
  const density = (x: number): number => exp(up * ln1pMinus((x - mode) / mode) + down * ln1pMinus((mode - x) / (1 - mode)))
  // (x - mode) sqrt(density) is extreme where (total + 2) x^2 - 2 (up + 1) x + total mode^2 = 0
  const half = up + 1
  const root = Math.sqrt(half * half - (total + 2) * total * mode * mode)
  const edge = (x: number): number => (x - mode) * Math.sqrt(density(x))
  const low = edge((half - root) / (total + 2))
  const width = edge((half + root) / (total + 2)) - low
  return (uniform) => {
    for (;;) {
      const u = 1 - uniform()
      const x = mode + (low + width * uniform()) / u
      if (x > 0 && x < 1 && u * u <= density(x)) return x
    }
  }
}
