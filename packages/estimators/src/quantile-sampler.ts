import { exactShare } from './exact-share.js'
import { interpolate } from './interpolate.js'
import { orderStatisticLaw } from './order-statistic-law.js'

/**
 * Draws the quantile `q` of one resample of the sorted values, in constant time: inverts the law of its rank
 * with one uniform number, whose unused part then places the upper neighbour. Equal in distribution to resampling and
 * sorting. Different quantiles drawn this way are independent of each other; joint functionals need
 * `bootstrapQuantiles` with `joint: true`.
 */
export function quantileSampler(sorted: Float64Array, q: number): (uniform: () => number) => number {
  const { whole, fraction } = exactShare(sorted.length - 1, q)
  const { first, probability, cumulative, beyond, decay } = orderStatisticLaw(sorted.length, whole + 1)
  const last = probability.length - 1

  // guide[k]: where to start looking for u in [k, k + 1) / cells
  const cells = 2 * (last + 1)
  const guide = new Int32Array(cells + 1)
  for (let k = 0, i = 0; k <= cells; k++) {
    while (i < last && cumulative[i]! <= k / cells) i++
    guide[k] = i
  }

  return (uniform) => {
    const u = uniform()
    let i = guide[Math.floor(u * cells)]!
    while (i > 0 && cumulative[i - 1]! > u) i--
    while (i < last && cumulative[i]! <= u) i++
    const low = sorted[first + i]!
    if (fraction === 0) return low
    // u is uniform inside the step of i; what lies below `beyond` there means: the neighbour is further up
    const rest = u - (i > 0 ? cumulative[i - 1]! : 0)
    let mass = beyond[i]!
    let k = i
    while (rest < mass && k < decay.length - 1) {
      k++
      mass *= decay[k]!
    }
    return interpolate(low, sorted[first + k]!, fraction)
  }
}
