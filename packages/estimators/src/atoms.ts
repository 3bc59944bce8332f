/** A finite law: ascending distinct values, their probabilities and the running sum. */
export interface Atoms {
  readonly values: Float64Array
  readonly probabilities: Float64Array
  readonly cumulative: Float64Array
}

/** Ascending runs of values with a probability each, laid end to end; run i ends before `ends[i]`. */
export interface Runs {
  readonly values: Float64Array
  readonly probabilities: Float64Array
  readonly ends: readonly number[]
}

/** Merges ascending runs pairwise until one is left, then joins equal values. */
export function mergeRuns(runs: Runs): Atoms {
  let { values, probabilities } = runs
  let ends = runs.ends
  const count = ends.at(-1) ?? 0
  let spareValues = new Float64Array(count)
  let spareProbabilities = new Float64Array(count)
  while (ends.length > 1) {
    const merged: number[] = []
    let start = 0
    for (let run = 0; run < ends.length; run += 2) {
      const middle = ends[run]!
      const end = ends[run + 1] ?? middle
      let i = start
      let j = middle
      for (let to = start; to < end; to++) {
        const from = j >= end || (i < middle && values[i]! <= values[j]!) ? i++ : j++
        spareValues[to] = values[from]!
        spareProbabilities[to] = probabilities[from]!
      }
      if (end === middle) {
        spareValues.set(values.subarray(start, end), start)
        spareProbabilities.set(probabilities.subarray(start, end), start)
      }
      merged.push(end)
      start = end
    }
    ;[values, spareValues] = [spareValues, values as Float64Array<ArrayBuffer>]
    ;[probabilities, spareProbabilities] = [spareProbabilities, probabilities as Float64Array<ArrayBuffer>]
    ends = merged
  }
  return joinEqual(values, probabilities, count)
}

/** Joins equal neighbours, in place, and adds up. */
export function joinEqual(values: Float64Array, probabilities: Float64Array, count: number): Atoms {
  let last = -1
  for (let i = 0; i < count; i++) {
    if (last >= 0 && values[i] === values[last]) probabilities[last]! += probabilities[i]!
    else {
      last++
      values[last] = values[i]!
      probabilities[last] = probabilities[i]!
    }
  }
  const cumulative = new Float64Array(last + 1)
  let sum = 0
  for (let i = 0; i <= last; i++) {
    sum += probabilities[i]!
    cumulative[i] = sum
  }
  return { values: values.subarray(0, last + 1), probabilities: probabilities.subarray(0, last + 1), cumulative }
}

/** A coarser law: every `size` neighbours become one value at their mean. */
export function thinned({ values, probabilities }: Atoms, size: number): Atoms {
  const count = Math.ceil(values.length / size)
  const means = new Float64Array(count)
  const masses = new Float64Array(count)
  for (let group = 0; group < count; group++) {
    const start = group * size
    const origin = values[start]!
    let mass = 0
    let sum = 0
    for (let i = start; i < start + size && i < values.length; i++) {
      mass += probabilities[i]!
      sum += probabilities[i]! * (values[i]! - origin)
    }
    means[group] = origin + sum / mass
    masses[group] = mass
  }
  return joinEqual(means, masses, count)
}
