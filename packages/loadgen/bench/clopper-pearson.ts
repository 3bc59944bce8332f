import { binomialCumulative } from '@lat/estimators/elementary'

/** Share at which a tail of the binomial law is `tail`, by bisection. */
function shareAt(tail: number, probability: (share: number) => number, rising: boolean): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (probability(middle) > tail === rising) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** Exact interval of a share, `hits` of `count` (Clopper & Pearson 1934). */
export function clopperPearson(hits: number, count: number, level = 0.95): { readonly low: number; readonly high: number } {
  const tail = (1 - level) / 2
  return {
    low: hits === 0 ? 0 : shareAt(tail, (share) => 1 - binomialCumulative(hits - 1, count, share), true),
    high: hits === count ? 1 : shareAt(tail, (share) => binomialCumulative(hits, count, share), false),
  }
}
