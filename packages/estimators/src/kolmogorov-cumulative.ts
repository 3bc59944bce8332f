import { exp } from './elementary/exp.js'

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
  let matrix: Float64Array = new Float64Array(size * size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) matrix[i * size + j] = i - j + 1 >= 0 ? 1 : 0
  let power = 1
  for (let i = 0; i < size; i++) {
    power *= h
    matrix[i * size]! -= power
    matrix[(size - 1) * size + (size - 1 - i)]! -= power
  }
  if (2 * h - 1 > 0) {
    let corner = 1
    for (let i = 0; i < size; i++) corner *= 2 * h - 1
    matrix[(size - 1) * size]! += corner
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) for (let g = 1; g <= i - j + 1; g++) matrix[i * size + j]! /= g
  }

  // matrix^n with its powers of ten kept apart
  let result: Float64Array = new Float64Array(size * size)
  for (let i = 0; i < size; i++) result[i * size + i] = 1
  let resultScale = 0
  let scale = 0
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) {
      result = multiply(result, matrix, size)
      resultScale += scale
      if (result[(k - 1) * size + k - 1]! > 1e140) {
        for (let i = 0; i < result.length; i++) result[i]! *= 1e-140
        resultScale += 140
      }
    }
    if (rest > 1) {
      matrix = multiply(matrix, matrix, size)
      scale *= 2
      if (matrix[(k - 1) * size + k - 1]! > 1e140) {
        for (let i = 0; i < matrix.length; i++) matrix[i]! *= 1e-140
        scale += 140
      }
    }
  }
  let value = result[(k - 1) * size + k - 1]!
  for (let i = 1; i <= n; i++) {
    value *= i / n
    if (value < 1e-140 && resultScale > 0) {
      value *= 1e140
      resultScale -= 140
    }
  }
  for (; resultScale > 0; resultScale -= 140) value *= 1e140
  return Math.min(1, Math.max(0, value))
}
