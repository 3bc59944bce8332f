/** Stable code of each way in which a text of this package can be wrong. */
export type RowsErrorCode =
  | 'LAT_ROWS_NO_ROWS'
  | 'LAT_ROWS_HEADER'
  | 'LAT_ROWS_VERSION'
  | 'LAT_ROWS_COLUMNS'
  | 'LAT_ROWS_FIELD_COUNT'
  | 'LAT_ROWS_TRUNCATED'
  | 'LAT_ROWS_NOT_INTEGER'
  | 'LAT_ROWS_NEGATIVE'
  | 'LAT_ROWS_TOO_LARGE'
  | 'LAT_ROWS_MARK_ORDER'
  | 'LAT_ROWS_MARK_MISSING'
  | 'LAT_ROWS_STATUS'
  | 'LAT_ROWS_OUTCOME'
  | 'LAT_ROWS_FAILURE'
  | 'LAT_ROWS_FLAG'
  | 'LAT_ROWS_ARM'
  | 'LAT_ROWS_RATE'
  | 'LAT_ROWS_SEQUENCE'
  | 'LAT_ROWS_ONE_SHOT'
  | 'LAT_ROWS_CELL_NAME'
  | 'LAT_ROWS_RUN_NAME'
  | 'LAT_ROWS_MANIFEST_KEY'
  | 'LAT_ROWS_MANIFEST_VALUE'
  | 'LAT_ROWS_MANIFEST_LINE'
  | 'LAT_ROWS_MANIFEST_DUPLICATE'
  | 'LAT_ROWS_LEDGER'
  | 'LAT_ROWS_CSV'
  | 'LAT_ROWS_IMPORT'
  | 'LAT_ROWS_HDR'
  | 'LAT_ROWS_GENERATOR'

/** Place in a text: the name of its file and a line number from 1. */
export interface Place {
  readonly source: string
  readonly line: number
}

/** A message quotes what it refuses, and what it refuses may be a whole file. */
const LONGEST_MESSAGE = 1000

/** An input of this package that breaks its format. The message starts with `file:line` where a file was read. */
export class RowsInputError extends Error {
  override readonly name = 'RowsInputError'
  readonly code: RowsErrorCode
  /** `null` for values that never were in a file. */
  readonly place: Place | null

  constructor(code: RowsErrorCode, message: string, place: Place | null = null) {
    const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message
    super(place === null ? text : `${place.source}:${place.line}: ${text}`)
    this.code = code
    this.place = place
  }
}
