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

/** The differences in (from.at, to.at], ascending; the first at which the median's law reaches p. */
export function walk(terms: readonly DifferenceLaw[], from: Point, to: Point, p: number): number {
  const steps: { readonly at: number; readonly term: number; readonly mass: number }[] = []
  terms.forEach(({ treatment, baseline }, term) => {
    let i = 0
    let j = 0
    for (let k = 0; k < baseline.values.length; k++) {
      const minus = baseline.values[k]!
      while (i < treatment.values.length && treatment.values[i]! - minus <= from.at) i++
      if (j < i) j = i
      while (j < treatment.values.length && treatment.values[j]! - minus <= to.at) j++
      for (let step = i; step < j; step++) {
        steps.push({ at: treatment.values[step]! - minus, term, mass: treatment.probabilities[step]! * baseline.probabilities[k]! })
      }
    }
  })
  steps.sort((a, b) => a.at - b.at || a.term - b.term)
  const below = Float64Array.from(from.below)
  for (let i = 0; i < steps.length; i++) {
    const { at, term, mass } = steps[i]!
    below[term]! += mass
    if (steps[i + 1]?.at !== at && oddMedian(below) >= p) return at
  }
  return to.at
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
