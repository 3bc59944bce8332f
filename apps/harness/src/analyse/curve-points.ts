import { quantileOfSorted } from '@lat/estimators'

/** Probabilities at which a curve is drawn: dense in the middle, and in the tail as far as the sample reaches. */
function probabilities(count: number): number[] {
  const body = Array.from({ length: 99 }, (_, index) => (index + 1) / 100)
  const tail = Array.from({ length: 9 }, (_, index) => (991 + index) / 1000)
  // The largest of n values stands for no more than the 1 - 1/n quantile.
  return [...body, ...tail].filter((q) => q <= 1 - 1 / count && q >= 1 / count)
}

/** Points of an empirical distribution, from 1 % up to what the number of values can show. */
export function curvePoints(sortedNs: Float64Array): { q: number; valueNs: number }[] {
  return probabilities(sortedNs.length).map((q) => ({ q, valueNs: quantileOfSorted(sortedNs, q) }))
}
