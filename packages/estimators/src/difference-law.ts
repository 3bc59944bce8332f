import type { Atoms } from './atoms.js'
import { oddMedian } from './odd-median.js'

/** A difference of two independent finite laws. */
export interface DifferenceLaw {
  readonly treatment: Atoms
  readonly baseline: Atoms
}

/** The law of the median of the differences at one value. */
export interface Point {
  readonly at: number
  /** P(median of the differences <= at). */
  readonly reached: number
  /** The same for each difference on its own. */
  readonly below: Float64Array
  /** Combinations of treatment and baseline value at or below `at`, over all differences. */
  readonly combinations: number
}

/** Evaluates the law at a value, in one pass over each pair of laws. */
export function evaluate(terms: readonly DifferenceLaw[], at: number): Point {
  const below = new Float64Array(terms.length)
  let combinations = 0
  for (let term = 0; term < terms.length; term++) {
    const { treatment, baseline } = terms[term]!
    const { values, cumulative } = treatment
    let i = 0
    let sum = 0
    for (let k = 0; k < baseline.values.length; k++) {
      const minus = baseline.values[k]!
      while (i < values.length && values[i]! - minus <= at) i++
      if (i > 0) sum += baseline.probabilities[k]! * cumulative[i - 1]!
      combinations += i
    }
    below[term] = sum
  }
  return { at, reached: oddMedian(below), below, combinations }
}

/** The combinations whose difference lies in (from, to], and the law at `from`. */
export interface Gathered {
  readonly below: Float64Array
  readonly at: Float64Array
  readonly mass: Float64Array
  readonly term: Uint16Array
}

/** Collects them in one pass over each pair of laws; `null` when there are more than `limit`. */
export function gather(terms: readonly DifferenceLaw[], from: number, to: number, limit: number): Gathered | null {
  const below = new Float64Array(terms.length)
  const at = new Float64Array(limit)
  const mass = new Float64Array(limit)
  const owner = new Uint16Array(limit)
  let count = 0
  for (let term = 0; term < terms.length; term++) {
    const { treatment, baseline } = terms[term]!
    const { values, probabilities, cumulative } = treatment
    let i = 0
    let j = 0
    let sum = 0
    for (let k = 0; k < baseline.values.length; k++) {
      const minus = baseline.values[k]!
      const weight = baseline.probabilities[k]!
      while (i < values.length && values[i]! - minus <= from) i++
      if (i > 0) sum += weight * cumulative[i - 1]!
      if (j < i) j = i
      while (j < values.length && values[j]! - minus <= to) j++
      if (count + j - i > limit) return null
      for (let step = i; step < j; step++) {
        at[count] = values[step]! - minus
        mass[count] = weight * probabilities[step]!
        owner[count++] = term
      }
    }
    below[term] = sum
  }
  return { below, at: at.subarray(0, count), mass: mass.subarray(0, count), term: owner.subarray(0, count) }
}

/**
 * The smallest gathered difference at which the median's law reaches p, by partitioning around pivots; `null` when it
 * reaches p before the first or not by the last. Reorders what was gathered.
 */
export function firstReaching({ below, at, mass, term }: Gathered, p: number): number | null {
  if (oddMedian(below) >= p) return null
  const swap = (i: number, j: number): void => {
    const value = at[i]!
    at[i] = at[j]!
    at[j] = value
    const weight = mass[i]!
    mass[i] = mass[j]!
    mass[j] = weight
    const owner = term[i]!
    term[i] = term[j]!
    term[j] = owner
  }
  let base = below
  let low = 0
  let high = at.length
  let found: number | null = null
  while (low < high) {
    const pivot = at[(low + high) >>> 1]!
    // [low, less) below the pivot, [less, more) equal to it, [more, high) above
    let less = low
    let more = high
    const smaller = Float64Array.from(base)
    const upTo = Float64Array.from(base)
    for (let i = low; i < more; ) {
      if (at[i]! > pivot) {
        more--
        swap(i, more)
        continue
      }
      upTo[term[i]!]! += mass[i]!
      if (at[i]! < pivot) {
        smaller[term[i]!]! += mass[i]!
        swap(i, less)
        less++
      }
      i++
    }
    if (oddMedian(smaller) >= p) high = less
    else if (oddMedian(upTo) >= p) {
      found = pivot
      break
    } else {
      base = upTo
      low = more
    }
  }
  return found
}

/** Mean and variance, taken around a middle value so that a large common offset costs no digits. */
export function moments({ values, probabilities }: Atoms): { readonly mean: number; readonly variance: number } {
  const origin = values[values.length >> 1]!
  let mass = 0
  let mean = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const distance = values[i]! - origin
    mass += probabilities[i]!
    mean += probabilities[i]! * distance
    squares += probabilities[i]! * distance * distance
  }
  mean /= mass
  return { mean: origin + mean, variance: Math.max(0, squares / mass - mean * mean) }
}
