import { RowsInputError, type Place } from '../errors.js'

const DECIMALS = 6

/** Whole ns of a k6 value in ms, which has at most six decimals: exact, never through a fraction. May be negative. */
export function k6MillisecondsNs(text: string, name: string, place: Place): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  const ns = match === null ? NaN : Number(`${match[2]}${(match[3] ?? '').padEnd(DECIMALS, '0')}`)
  if (!Number.isSafeInteger(ns)) throw new RowsInputError('LAT_ROWS_NOT_INTEGER', `${name} ${JSON.stringify(text.slice(0, 40))} is not a number of ms with at most ${DECIMALS} decimals`, place)
  return match![1] === '-' ? -ns : ns
}
