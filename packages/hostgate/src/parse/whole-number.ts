import { measured, unknown, type Reading } from '../reading.js'
import { boundedNumber } from './bounded-number.js'
import { quote } from './quote.js'

/** One whole number that is not negative and stands alone, as most kernel settings print. */
export function parseWholeNumber(text: string, unit: string, source: string): Reading<number> {
  const number = boundedNumber(text.trim(), 0, Number.MAX_SAFE_INTEGER)
  return number === null || !Number.isInteger(number) ? unknown(`${source} says ${quote(text)}, not a whole number`) : measured(number, unit, source)
}
