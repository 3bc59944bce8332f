import { mergeRuns, type Atoms } from './atoms.js'
import { exactShare } from './exact-share.js'
import { interpolate } from './interpolate.js'
import { orderStatisticLaw } from './order-statistic-law.js'

/** The law of the quantile of a resample, as the bootstrap would find it after infinitely many draws. */
export interface QuantileLaw {
  /** Smallest and largest value it can take. */
  readonly lowest: number
  readonly highest: number
  /** P(quantile of a resample <= t). */
  readonly cumulative: (t: number) => number
  /** Every value it takes, with its probability; built when asked for. */
  readonly atoms: () => Atoms
}

/** Atoms below this probability are left out; all together they weigh less than 1e-12. */
const NEGLIGIBLE = 1e-17

/** Exact bootstrap law of `quantileOfSorted(sorted, q)`, without resampling. */
export function quantileLaw(sorted: Float64Array, q: number): QuantileLaw {
  const { whole, fraction } = exactShare(sorted.length - 1, q)
  const { first, probability, cumulative: upTo, beyond, decay } = orderStatisticLaw(sorted.length, whole + 1)
  const width = probability.length
  const reach = fraction === 0 ? width - 1 : decay.length - 1
  const value = (i: number, k: number): number => interpolate(sorted[first + i]!, sorted[first + k]!, fraction)

  const cumulative = (t: number): number => {
    // last index whose own value is at most t
    let low = 0
    let high = width
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[first + middle]! <= t) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    let i = low - 1
    if (fraction === 0) return upTo[i]!
    // from there down: at most `k` may the neighbour reach for the interpolated value to stay at or below t
    let k = i
    let further = 1
    let sum = 0
    for (; i >= 0; i--) {
      while (k < reach && value(i, k + 1) <= t) further *= decay[++k]!
      sum += probability[i]! - beyond[i]! * further
      further *= decay[i]!
      if (further < 1e-19) return i > 0 ? sum + upTo[i - 1]! : sum
    }
    return sum
  }

  const atoms = (): Atoms => {
    if (fraction === 0) {
      const values = sorted.slice(first, first + width)
      return mergeRuns({ values, probabilities: probability.slice(), ends: [width] })
    }
    // for a fixed distance between the two order statistics, the values ascend: one run per distance
    const values: number[] = []
    const probabilities: number[] = []
    const ends: number[] = []
    const rest = Float64Array.from(beyond)
    for (let distance = 0; distance <= reach; distance++) {
      const before = values.length
      let alive = false
      for (let i = 0; i < width && i + distance <= reach; i++) {
        const left = rest[i]!
        let mass = probability[i]! - left
        if (distance > 0) {
          if (left < NEGLIGIBLE) continue
          const next = left * decay[i + distance]!
          mass = left - next
          rest[i] = next
        }
        if (rest[i]! >= NEGLIGIBLE) alive = true
        if (mass < NEGLIGIBLE) continue
        values.push(value(i, i + distance))
        probabilities.push(mass)
      }
      if (values.length > before) ends.push(values.length)
      if (!alive) break
    }
    return mergeRuns({ values: new Float64Array(values), probabilities: new Float64Array(probabilities), ends })
  }

  return { lowest: sorted[first]!, highest: sorted[first + reach]!, cumulative, atoms }
}
