import { RowsInputError, type Place } from '../errors.js'

const LONGEST = 200

/** A name that goes into reports: not empty, no control characters, of at most 200 characters. */
export function checkName(what: string, text: string, place: Place): string {
  if (text === '' || text.length > LONGEST || /\p{Cc}/u.test(text)) {
    throw new RowsInputError('LAT_ROWS_IMPORT', `${what} ${JSON.stringify(text.slice(0, 40))} is not a name of 1 to ${LONGEST} printable characters`, place)
  }
  return text
}
