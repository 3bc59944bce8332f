/**
 * P(median of m independent values <= t) from each one's own P(value <= t), m odd: the chance that more than
 * half of them are (Poisson-binomial).
 */
export function oddMedian(below: ArrayLike<number>): number {
  const m = below.length
  if (m === 1) return below[0]!
  // ways[k]: probability that exactly k of those seen so far are at most t
  const ways = new Float64Array(m + 1)
  ways[0] = 1
  for (let i = 0; i < m; i++) {
    const p = below[i]!
    for (let k = i + 1; k >= 1; k--) ways[k] = ways[k]! * (1 - p) + ways[k - 1]! * p
    ways[0] *= 1 - p
  }
  let sum = 0
  for (let k = (m + 1) / 2; k <= m; k++) sum += ways[k]!
  return sum
}
