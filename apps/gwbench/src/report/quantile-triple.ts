import { quantiles } from '@lat/estimators'

export interface QuantileTriple {
  readonly p50Ns: number
  readonly p90Ns: number
  readonly p99Ns: number
}

/** P50, P90 and P99 of values in ns. @example quantileTriple([1, 2, 3]).p50Ns // 2 */
export function quantileTriple(valuesNs: ArrayLike<number>): QuantileTriple {
  const [p50Ns, p90Ns, p99Ns] = quantiles(valuesNs, [0.5, 0.9, 0.99]) as [number, number, number]
  return { p50Ns, p90Ns, p99Ns }
}
