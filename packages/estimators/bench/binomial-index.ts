import { binomialDensity } from '../src/elementary/binomial-density.js'
import { sortAscending } from '../src/sort-ascending.js'

/**
 * The fast peer: the resampled quantile as the order statistic at an index from Bin(n + 1, q), without interpolation
 * (Schultzberg & Ankargren 2022). Approximate; the same sorting as ours and a guide table for the draws, so that the
 * comparison is between the methods.
 */
export function indexBootstrap(values: Float64Array, qs: readonly number[], resamples: number, seed: number): Float64Array[] {
  const sorted = sortAscending(values.slice())
  const n = sorted.length
  let state = seed | 1
  const uniform = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
  return qs.map((q) => {
    // nine standard deviations around the mean, as far as there are indices
    const reach = Math.ceil(9 * Math.sqrt((n + 1) * q * (1 - q))) + 9
    const centre = Math.round((n + 1) * q)
    const first = Math.max(0, centre - reach)
    const last = Math.min(n + 1, centre + reach)
    const cumulative = new Float64Array(last - first + 1)
    let mass = binomialDensity(centre, n + 1 - centre, q, 1 - q)
    cumulative[centre - first] = mass
    for (let k = centre; k < last; k++) cumulative[k + 1 - first] = mass *= ((n + 1 - k) / (k + 1)) * (q / (1 - q))
    mass = cumulative[centre - first]!
    for (let k = centre; k > first; k--) cumulative[k - 1 - first] = mass *= (k / (n + 2 - k)) * ((1 - q) / q)
    for (let i = 1; i < cumulative.length; i++) cumulative[i]! += cumulative[i - 1]!
    const total = cumulative.at(-1)!
    const guide = new Int32Array(cumulative.length + 1)
    for (let k = 0, i = 0; k < guide.length; k++) {
      while (i < cumulative.length - 1 && cumulative[i]! <= (total * k) / cumulative.length) i++
      guide[k] = i
    }
    return Float64Array.from({ length: resamples }, () => {
      const u = uniform()
      let i = guide[Math.floor(u * cumulative.length)]!
      while (i < cumulative.length - 1 && cumulative[i]! <= u * total) i++
      return sorted[Math.min(n, Math.max(1, first + i)) - 1]!
    })
  })
}
