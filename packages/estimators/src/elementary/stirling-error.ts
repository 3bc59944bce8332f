import { ln } from './ln.js'
import { ln1pMinus } from './ln1p-minus.js'

/**
 * ln Gamma(x + 1) minus Stirling's leading terms (x + 1/2) ln x - x + ln(2 pi) / 2, for x > 0: the correction
 * that accurate binomial probabilities are made of (Loader 2000). Asymptotic series from 15 on; below,
 * stepped down from there, each step being (x + 1/2) ln(1 + 1/x) - 1; near 0, where 1/x would swallow it, as ln(1 + x) - ln x.
 */
export function stirlingError(x: number): number {
  let steps = 0
  let y = x
  while (y < 15) {
    steps += y < 0.5 ? (y + 0.5) * (ln(1 + y) - ln(y)) - 1 : (y + 0.5) * ln1pMinus(1 / y) + 0.5 / y
    y += 1
  }
  const w = 1 / (y * y)
  return steps + (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * (691 / 360360 - w / 156)))))) / y
}
