import { arc4 } from './arc4.js'
import { ln } from './elementary/ln.js'
import { badOption, seedRequired } from './errors.js'
import { asciiJson } from './seed-key.js'

export { seedKey } from './seed-key.js'

/** A stream of numbers that depends on its key and on nothing else: no clock, no global state. */
export interface Rng {
  readonly key: string
  /** Uniform in [0, 1), 53 bits. */
  readonly uniform: () => number
  /** Uniform whole number in [0, bound). */
  readonly integer: (bound: number) => number
  /** A shuffled copy (Fisher-Yates). */
  readonly shuffle: <T>(items: readonly T[]) => T[]
  /** Exponential with mean 1: times a mean gap, the gaps of Poisson arrivals. */
  readonly exponential: () => number
}

/** The generator behind `rng`, to be recorded beside numbers that came from it. */
export const RNG_NAME = 'seedrandom-3.0.5-arc4'

/**
 * A random generator seeded by name: the same key gives the same stream on every engine.
 *
 * @param key a non-empty string; `seedKey` makes good ones
 * @throws {EstimatorInputError} on anything else, because the generator underneath would silently seed itself
 * @example rng('demo').integer(6) // 3
 */
export function rng(key: string): Rng {
  if (typeof key !== 'string' || key === '') throw seedRequired(key, 'a generator is seeded by name')
  const generator = arc4(asciiJson(key))
  const uniform = (): number => generator()
  const integer = (bound: number): number => {
    if (!(Number.isSafeInteger(bound) && bound > 0)) throw badOption('bound', bound, 'a positive whole number')
    return Math.floor(generator() * bound)
  }
  return {
    key,
    uniform,
    integer,
    shuffle: <T>(items: readonly T[]): T[] => {
      const copy = [...items]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = integer(i + 1)
        const item = copy[i]!
        copy[i] = copy[j]!
        copy[j] = item
      }
      return copy
    },
    exponential: () => -ln(1 - generator()),
  }
}
