import { badOption } from './errors.js'
import { kolmogorovCumulative } from './kolmogorov-cumulative.js'
import { sortedSample, type Sample } from './sample.js'

export interface KsTwoSample {
  /** Largest distance between the two empirical distribution functions. */
  readonly distance: number
  /** Assumes independent values: invalid for requests that queue behind each other. Report `distance` there. */
  readonly pValue: number
  readonly method: 'exact' | 'asymptotic'
}

/** Pairs of counts up to which the exact law is computed. */
const EXACT = 2e6

/** P(largest distance >= steps / (m n)) by adding up, over all orders of the values, those that ever get so far apart. */
function exactTail(m: number, n: number, steps: number): number {
  const apart = (i: number, j: number): boolean => Math.abs(i * n - j * m) >= steps
  const row = new Float64Array(n + 1)
  for (let j = 0; j <= n; j++) row[j] = apart(0, j) ? 1 : 0
  for (let i = 1; i <= m; i++) {
    if (apart(i, 0)) row[0] = 1
    for (let j = 1; j <= n; j++) row[j] = apart(i, j) ? 1 : (i * row[j]! + j * row[j - 1]!) / (i + j)
  }
  return row[n]!
}

/**
 * Do two samples come from one law? Kolmogorov and Smirnov's test; for the shape of an A/A pair.
 *
 * @param options.method exact up to 2,000,000 pairs of values by default; asymptotic uses the one-sample law at the
 *   rounded effective count, as scipy does
 * @throws {EstimatorInputError} on no values, one that is not finite, or an unknown method
 * @example ksTwoSample([1, 2, 3], [4, 5, 6]).pValue // 0.1
 */
export function ksTwoSample(x: Sample, y: Sample, options: { readonly method?: 'auto' | 'exact' | 'asymptotic' } = {}): KsTwoSample {
  const a = sortedSample(x, 'x')
  const b = sortedSample(y, 'y')
  const chosen: unknown = options.method ?? 'auto'
  if (chosen !== 'auto' && chosen !== 'exact' && chosen !== 'asymptotic') throw badOption('method', chosen, "'auto', 'exact' or 'asymptotic'")
  const m = a.length
  const n = b.length
  let i = 0
  let j = 0
  let steps = 0
  while (i < m && j < n) {
    const value = Math.min(a[i]!, b[j]!)
    while (i < m && a[i]! <= value) i++
    while (j < n && b[j]! <= value) j++
    steps = Math.max(steps, Math.abs(i * n - j * m))
  }
  const distance = steps / (m * n)
  const method = chosen === 'auto' ? (m * n <= EXACT ? 'exact' : 'asymptotic') : chosen
  const pValue = method === 'exact' ? exactTail(m, n, steps) : 1 - kolmogorovCumulative(distance, Math.round((m * n) / (m + n)))
  return Object.freeze({ distance, pValue, method })
}
