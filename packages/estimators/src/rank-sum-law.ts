/**
 * P(W <= k) for k = 0 … m n of the Mann-Whitney statistic of m and n values without ties: how many of the
 * m n pairs have the first value above the second.
 */
export function rankSumLaw(m: number, n: number): Float64Array {
  // ways[j][k]: probability, given i and j values, that the statistic is k; the largest of i + j is one of the i with i / (i + j)
  const top = m * n
  let ways = Array.from({ length: n + 1 }, () => {
    const law = new Float64Array(top + 1)
    law[0] = 1
    return law
  })
  for (let i = 1; i <= m; i++) {
    const next = [Float64Array.from({ length: top + 1 }, (_, k) => (k === 0 ? 1 : 0))]
    for (let j = 1; j <= n; j++) {
      const law = new Float64Array(top + 1)
      const first = ways[j]!
      const second = next[j - 1]!
      for (let k = 0; k <= i * j; k++) law[k] = ((k >= j ? i * first[k - j]! : 0) + j * second[k]!) / (i + j)
      next.push(law)
    }
    ways = next
  }
  const law = ways[n]!
  for (let k = 1; k <= top; k++) law[k]! += law[k - 1]!
  return law
}
