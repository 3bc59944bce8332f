import { unresolved } from './errors.js'
import { integerPower } from './elementary/integer-power.js'
import type { Flag } from './flag.js'
import { minimumSamples } from './minimum-samples.js'

/** Which side of an interval for quantile q a number of values leaves open. */
export interface OpenEnds {
  readonly low: boolean
  readonly high: boolean
}

/** @throws {EstimatorInputError} when an end is open and `strict` */
export function openEnds(argument: string, count: number, q: number, level: number, strict = false): OpenEnds {
  if (q === 0 || q === 1) {
    if (strict) throw unresolved(argument, count, q, Infinity)
    return { low: q === 0, high: q === 1 }
  }
  const least = minimumSamples(q, level)
  if (count >= least) return { low: false, high: false }
  if (strict) throw unresolved(argument, count, q, least)
  const alpha = (1 - level) / 2
  return { low: !(integerPower(1 - q, count) <= alpha), high: !(integerPower(q, count) <= alpha) }
}

/** Remarks on the shape of one sorted sample around its quantile. */
export function sampleFlags(sorted: Float64Array, estimate: number): Flag[] {
  const count = sorted.length
  if (count === 1) return ['one-value']
  if (sorted[0] === sorted[count - 1]) return ['degenerate']
  let equal = 0
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < estimate) low = middle + 1
    else high = middle
  }
  for (let i = low; i < count && sorted[i] === estimate; i++) equal++
  return equal > 1 && equal > 0.05 * count ? ['ties'] : []
}
