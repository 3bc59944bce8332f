import { constantScheduleNs } from './constant-schedule.js'
import { RowsInputError } from './errors.js'
import { FIELD_TEXT, ROW_COLUMNS, ROWS_FORMAT, type RowColumn } from './row-columns.js'
import { rowFault } from './row-fault.js'
import type { Row } from './row.js'

/** What the header of a row file says about its cell. */
export interface RowsHeader {
  /** Arms whose rows the cell may hold. With one, no row names it again. */
  readonly arms: readonly string[]
  /** Arrivals per second that the cell was scheduled at. */
  readonly ratePerSecond: number
  /** Generators that shared the cell, where its rows were merged. With one, no row names it again. */
  readonly generators?: readonly string[]
}

const CHUNK_LENGTH = 65_536

function checkHeader({ arms, ratePerSecond, generators }: RowsHeader): void {
  if (!(Number.isFinite(ratePerSecond) && ratePerSecond > 0)) throw new RowsInputError('LAT_ROWS_RATE', `Rate ${ratePerSecond} per second is not a finite number above 0`)
  if (arms.length === 0 || new Set(arms).size !== arms.length) throw new RowsInputError('LAT_ROWS_ARM', `Arms [${arms.join(', ')}]: a cell needs at least one, each named once`)
  const bad = arms.find((arm) => !FIELD_TEXT.test(arm))
  if (bad !== undefined) throw new RowsInputError('LAT_ROWS_ARM', `Arm ${JSON.stringify(bad)} is not a name of letters, digits and . _ : -`)
  if (generators === undefined) return
  if (generators.length === 0 || new Set(generators).size !== generators.length || generators.some((generator) => !FIELD_TEXT.test(generator))) {
    throw new RowsInputError('LAT_ROWS_GENERATOR', `Generators [${generators.join(', ')}]: at least one, each named once, in letters, digits and . _ : -`)
  }
}

/** One look at every row: are they sound, and which columns does the file need? */
function neededColumns(rows: Iterable<Row>, header: RowsHeader): { columns: RowColumn[]; count: number } {
  const arms = new Set(header.arms)
  const generators = new Set(header.generators)
  const need = { sequence: false, generator: generators.size > 1, arm: arms.size > 1, scheduledNs: false, firstEventNs: false, secondEventNs: false, plantedNs: false }
  let count = 0
  let previous = -1
  for (const row of rows) {
    const fault = rowFault(row)
    if (fault !== null) throw new RowsInputError(fault.code, `Row ${row.sequence}: ${fault.message}`)
    if (!arms.has(row.arm)) throw new RowsInputError('LAT_ROWS_ARM', `Row ${row.sequence}: arm "${row.arm}" is not one of the cell's (${header.arms.join(', ')})`)
    if (row.generator === undefined ? generators.size > 0 : !generators.has(row.generator)) {
      throw new RowsInputError('LAT_ROWS_GENERATOR', `Row ${row.sequence}: generator ${JSON.stringify(row.generator) ?? 'missing'} is not one of the cell's (${[...generators].join(', ')})`)
    }
    if (row.sequence <= previous) throw new RowsInputError('LAT_ROWS_SEQUENCE', `Row ${row.sequence} follows row ${previous}; rows are written in ascending sequence, each once`)
    if (row.sequence !== count) need.sequence = true
    if (row.scheduledNs !== constantScheduleNs(row.sequence, header.ratePerSecond)) need.scheduledNs = true
    if (row.firstEventNs !== null) need.firstEventNs = true
    if (row.secondEventNs !== null) need.secondEventNs = true
    if (row.plantedNs !== null) need.plantedNs = true
    previous = row.sequence
    count += 1
  }
  return { columns: ROW_COLUMNS.filter((column) => !(column in need) || need[column as keyof typeof need]), count }
}

function field(row: Row, column: RowColumn): string {
  const value = row[column]
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value)
}

function* lines(rows: Iterable<Row>, header: RowsHeader, columns: readonly RowColumn[], count: number): Generator<string> {
  let chunk = `# lat-rows ${ROWS_FORMAT} arms=${header.arms.join(',')} ratePerSecond=${header.ratePerSecond}${header.generators === undefined ? '' : ` generators=${header.generators.join(',')}`}\n${columns.join(',')}\n`
  let written = 0
  for (const row of rows) {
    let line = ''
    for (const column of columns) line += line === '' && column === columns[0] ? field(row, column) : `,${field(row, column)}`
    chunk += `${line}\n`
    written += 1
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  if (written !== count) throw new RowsInputError('LAT_ROWS_ONE_SHOT', `The rows gave ${count} at the first walk and ${written} at the second; pass rows that do not change`)
  if (chunk !== '') yield chunk
}

/**
 * Text of one cell's row file, in chunks of about 64 KiB so that a million rows are never one string.
 *
 * Walks the rows twice: once to check them all and find the columns that the header cannot give back, once to
 * write. Rows ascend in sequence; `sequence` itself is written only when rows are missing from 0, 1, 2, ….
 *
 * @throws {RowsInputError} on a row that breaks the rules of `Row`, before the first chunk
 * @example [...encodeRows(rows, { arms: ['enforce'], ratePerSecond: 300 })].join('').split('\n')[0] // '# lat-rows 1 arms=enforce ratePerSecond=300'
 */
export function encodeRows(rows: Iterable<Row>, header: RowsHeader): Generator<string> {
  checkHeader(header)
  const iterator: unknown = rows[Symbol.iterator]()
  if (iterator === rows) throw new RowsInputError('LAT_ROWS_ONE_SHOT', 'The rows are an iterator that can be walked only once; pass an array or another collection')
  const { columns, count } = neededColumns(rows, header)
  return lines(rows, header, columns, count)
}
