import { exp } from './elementary/exp.js'
import { integerPower } from './elementary/integer-power.js'
import { stirlingError } from './elementary/stirling-error.js'

const TWO_PI = 6.283185307179586

/** Product of two square matrices, row by row. */
function multiply(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = a[i * size + k]!
      if (factor === 0) continue
      for (let j = 0; j < size; j++) product[i * size + j]! += factor * b[k * size + j]!
    }
  }
  return product
}

/**
 * P(D_n < d) of the one-sample two-sided Kolmogorov statistic: exact by Durbin's matrix in the form of
 * Marsaglia, Tsang & Wang (2003) while the matrix is small, else the limit law with the
 * first-order correction of its argument (error about 1/n).
 *
 * The matrix is divided by e, which makes its entries the chances of a Poisson step and its powers chances as well: they
 * need no scaling on the way, and n! / n^n becomes sqrt(2 pi n) and a small correction.
 */
export function kolmogorovCumulative(d: number, n: number): number {
  if (d <= 0.5 / n) return 0
  if (d >= 1) return 1
  const k = Math.floor(n * d) + 1
  if (k > 60) {
    const x = d * Math.sqrt(n) + 1 / (6 * Math.sqrt(n))
    let sum = 0
    for (let i = 1; i <= 100; i++) sum += (i % 2 === 1 ? 2 : -2) * exp(-2 * i * i * x * x)
    return Math.min(1, Math.max(0, 1 - sum))
  }

  const size = 2 * k - 1
  const h = k - n * d
  // column 0 and row size - 1 lose what leaves the band: 1 - h^(i + 1), and at the corner both
  const left = Float64Array.from({ length: size }, (_, i) => 1 - integerPower(h, i + 1))
  left[size - 1]! -= integerPower(h, size) - (h > 0.5 ? integerPower(2 * h - 1, size) : 0)
  let matrix: Float64Array = new Float64Array(size * size)
  let chance = exp(-1)
  for (let steps = 0; steps <= size; steps++) {
    if (steps > 0) chance /= steps
    for (let i = 0; i < size; i++) {
      const j = i + 1 - steps
      if (j < 0 || j >= size) continue
      matrix[i * size + j] = chance * (j === 0 ? left[i]! : i === size - 1 ? left[size - 1 - j]! : 1)
    }
  }

  let result: Float64Array = new Float64Array(size * size)
  for (let i = 0; i < size; i++) result[i * size + i] = 1
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, matrix, size)
    if (rest > 1) matrix = multiply(matrix, matrix, size)
  }
  const value = Math.sqrt(TWO_PI * n) * exp(stirlingError(n)) * result[(k - 1) * size + k - 1]!
  return Math.min(1, Math.max(0, value))
}
