import { RowsInputError, type Place } from '../errors.js'

/** A count that an engine writes with decimals. @example parseCount('7.000000', 'dropped_iterations', place) // 7 */
export function parseCount(text: string, name: string, place: Place): number {
  const value = /^\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(value)) throw new RowsInputError('LAT_ROWS_NOT_INTEGER', `${name} ${JSON.stringify(text.slice(0, 40))} is not a count`, place)
  return value
}
