import { quantiles, resolvesQuantile } from '@lat/estimators'

/** Quantiles of one series over the ok answers; `null` where they are too few to resolve it. */
export interface Distribution {
  readonly p50Ns: number | null
  readonly p90Ns: number | null
  readonly p99Ns: number | null
  readonly p999Ns: number | null
  readonly maxNs: number
}

export function distributionOf(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null
  const wanted = [0.5, 0.9, 0.99, 0.999]
  const read = quantiles(values, [...wanted, 1])
  const [p50Ns, p90Ns, p99Ns, p999Ns] = wanted.map((q, index) => (resolvesQuantile(values.length, q) ? Math.round(read[index]!) : null)) as [number | null, number | null, number | null, number | null]
  return { p50Ns, p90Ns, p99Ns, p999Ns, maxNs: read[4]! }
}
