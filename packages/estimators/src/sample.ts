import { badOption, emptySample, negativeDuration, notANumber, notFiniteValue, notSorted } from './errors.js'
import { sortAscending } from './sort-ascending.js'

/** Values in any one unit. Never mutated. */
export type Sample = ArrayLike<number>

export interface SampleOptions {
  /** The values are in ascending order already; verified, not believed. */
  readonly sorted?: boolean
  /** `'duration'` refuses negative values; the default accepts them, because differences may be negative. */
  readonly kind?: 'any' | 'duration'
}

/**
 * A checked, ascending copy of `values`. A Float64Array that is sorted already is returned as it is.
 *
 * @throws {EstimatorInputError} on what is no array, on no values, and on the first that is not a finite number
 */
export function sortedSample(values: Sample, argument: string, options: SampleOptions = {}): Float64Array {
  const given: unknown = values
  const length: unknown = typeof given === 'object' && given !== null && 'length' in given ? given.length : undefined
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) throw badOption(argument, given, 'an array of numbers')
  const kind: unknown = options.kind ?? 'any'
  if (kind !== 'any' && kind !== 'duration') throw badOption('kind', kind, "'any' or 'duration'")
  const count = values.length
  if (count === 0) throw emptySample(argument)

  const copy = options.sorted && values instanceof Float64Array ? values : new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value: unknown = values[i]
    if (typeof value !== 'number' || value !== value) throw notANumber(argument, i, value)
    if (value === Infinity || value === -Infinity) throw notFiniteValue(argument, i, value)
    if (value < 0 && options.kind === 'duration') throw negativeDuration(argument, i, value)
    if (options.sorted && i > 0 && value < values[i - 1]!) throw notSorted(argument, i)
    if (copy !== values) copy[i] = value
  }
  return options.sorted ? copy : sortAscending(copy)
}
