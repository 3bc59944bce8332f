import { incompleteBeta } from './elementary/incomplete-beta.js'
import { smallestReaching } from './smallest-reaching.js'

/** Exact (Clopper-Pearson) interval for the chance behind `hits` of `count`, both whole. */
export function proportionInterval(hits: number, count: number, level: number): { readonly low: number; readonly high: number } {
  const alpha = (1 - level) / 2
  const low = hits === 0 ? 0 : smallestReaching((x) => incompleteBeta(x, hits, count - hits + 1), 0, 1, alpha)
  const high = hits === count ? 1 : smallestReaching((x) => incompleteBeta(x, hits + 1, count - hits), 0, 1, 1 - alpha)
  return { low, high }
}
