import { RowsInputError, type Place } from './errors.js'

const ZERO = 48

/** Digits only, exact up to 2^53 - 1: no sign, exponent, fraction, blank or leading zero. */
export function parseWholeNumber(text: string, name: string, place: Place): number {
  let value = 0
  const leadingZero = text.length > 1 && text.charCodeAt(0) === ZERO
  let digits = text.length > 0 && !leadingZero
  for (let index = 0; digits && index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) digits = false
    else value = value * 10 + digit
  }
  if (digits && value <= Number.MAX_SAFE_INTEGER) return value
  if (digits) throw new RowsInputError('LAT_ROWS_TOO_LARGE', `${name} "${text}" is above 2^53 - 1, where whole numbers are no longer exact`, place)
  if (/^-\d+$/.test(text)) throw new RowsInputError('LAT_ROWS_NEGATIVE', `${name} "${text}" is negative`, place)
  throw new RowsInputError('LAT_ROWS_NOT_INTEGER', `${name} ${JSON.stringify(text)} is not a whole number in plain digits`, place)
}
