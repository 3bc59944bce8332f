import { quantileOfSorted } from '../src/index.js'

/** A finite law as ascending values with their probabilities, by enumeration. */
export interface Enumerated {
  readonly values: readonly number[]
  readonly probabilities: readonly number[]
}

function collect(weighted: Iterable<readonly [value: number, probability: number]>): Enumerated {
  const sums = new Map<number, number>()
  for (const [value, probability] of weighted) sums.set(value, (sums.get(value) ?? 0) + probability)
  const entries = [...sums].sort(([a], [b]) => a - b)
  return { values: entries.map(([value]) => value), probabilities: entries.map(([, probability]) => probability) }
}

/** The quantile over all n^n resamples of the values. */
export function everyResample(values: readonly number[], q: number): Enumerated {
  const n = values.length
  const total = n ** n
  return collect(
    (function* () {
      for (let code = 0; code < total; code++) {
        const drawn = Array.from({ length: n }, (_, i) => values[Math.floor(code / n ** i) % n]!)
        yield [quantileOfSorted(drawn.sort((a, b) => a - b), q), 1 / total] as const
      }
    })(),
  )
}

/** The law of a function of independent variables, over all combinations of their values. */
export function everyCombination(laws: readonly Enumerated[], statistic: (values: readonly number[]) => number): Enumerated {
  function* combine(i: number, chosen: readonly number[], weight: number): Generator<readonly [number, number]> {
    const law = laws[i]
    if (!law) yield [statistic(chosen), weight]
    else for (let k = 0; k < law.values.length; k++) yield* combine(i + 1, [...chosen, law.values[k]!], weight * law.probabilities[k]!)
  }
  return collect(combine(0, [], 1))
}

export function cumulativeAt({ values, probabilities }: Enumerated, t: number): number {
  return probabilities.reduce((sum, probability, i) => (values[i]! <= t ? sum + probability : sum), 0)
}

/** Levels half way up each step of the law, where its quantile is beyond doubt. */
export function middleLevels({ values, probabilities }: Enumerated): { readonly p: number; readonly value: number }[] {
  let below = 0
  return values.map((value, i) => {
    const p = below + probabilities[i]! / 2
    below += probabilities[i]!
    return { p, value }
  })
}

/** All orders of the items, equal ones counted as often as they stand there. */
export function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((first, i) => orders([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [first, ...rest]))
}
