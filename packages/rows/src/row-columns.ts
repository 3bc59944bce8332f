import type { Row } from './row.js'

export type RowColumn = keyof Row

/** Every column of a row file, in the order in which it is written. */
export const ROW_COLUMNS = [
  'sequence', 'generator', 'arm', 'scheduledNs', 'dispatchedNs', 'connectedNs', 'writtenNs', 'firstByteNs', 'firstEventNs',
  'secondEventNs', 'lastByteNs', 'status', 'outcome', 'failure', 'reconnected', 'plantedNs',
] as const satisfies readonly RowColumn[]

/** Columns that a file leaves out when the header, or the place of the line, already says what they hold. */
export const DERIVABLE_COLUMNS: ReadonlySet<RowColumn> = new Set<RowColumn>([
  'sequence', 'generator', 'arm', 'scheduledNs', 'firstEventNs', 'secondEventNs', 'plantedNs',
])

export const ROWS_FORMAT = 1

/** Arms and failure codes: no comma, quote, space or line end, so that a field never needs quoting. */
export const FIELD_TEXT = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/
