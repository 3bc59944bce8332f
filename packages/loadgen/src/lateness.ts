import { quantileOfSorted } from '@lat/estimators'

export interface Lateness {
  readonly p50Ns: number | null
  readonly p99Ns: number | null
  readonly maxNs: number | null
}

/** How late the generator itself was: dispatch minus scheduled instant, over every arrival it sent. `null` when it sent none. */
export function lateness(dispatchedNs: Float64Array): Lateness {
  const sorted = dispatchedNs.filter((late) => !Number.isNaN(late)).sort()
  if (sorted.length === 0) return { p50Ns: null, p99Ns: null, maxNs: null }
  const at = (q: number): number => Math.round(quantileOfSorted(sorted, q))
  return { p50Ns: at(0.5), p99Ns: at(0.99), maxNs: at(1) }
}
