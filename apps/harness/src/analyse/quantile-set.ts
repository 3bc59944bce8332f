import { minimumSamples, quantileOfSorted } from '@lat/estimators'
import type { QuantileSet } from '@lat/rows'

const level = 0.95

/** Quantile of a sorted sample, or `null` where the sample is too small to bound it from above at 95 %. */
export function resolvedQuantile(sorted: Float64Array, q: number): number | null {
  return sorted.length < minimumSamples(q, level) ? null : quantileOfSorted(sorted, q)
}

/** P50, P90, P99 and P99.9 of a sorted sample in nanoseconds. */
export function quantileSet(sortedNs: Float64Array): QuantileSet {
  return {
    p50Ns: sortedNs.length === 0 ? null : quantileOfSorted(sortedNs, 0.5),
    p90Ns: resolvedQuantile(sortedNs, 0.9),
    p99Ns: resolvedQuantile(sortedNs, 0.99),
    p999Ns: resolvedQuantile(sortedNs, 0.999),
  }
}
