/**
 * P(V <= k) for k = 0 … n (n + 1) / 2 of Wilcoxon's signed-rank statistic of n values without ties, by adding
 * one rank at a time: each is in the sum or not, with equal chance.
 */
export function signedRankLaw(count: number): Float64Array {
  const top = (count * (count + 1)) / 2
  const law = new Float64Array(top + 1)
  law[0] = 1
  let reached = 0
  for (let rank = 1; rank <= count; rank++) {
    reached += rank
    for (let k = reached; k >= rank; k--) law[k] = (law[k]! + law[k - rank]!) / 2
    for (let k = rank - 1; k >= 0; k--) law[k]! /= 2
  }
  for (let k = 1; k <= top; k++) law[k]! += law[k - 1]!
  return law
}
