import { constantScheduleNs } from './constant-schedule.js'
import type { RowsHeader } from './encode-rows.js'
import { RowsInputError, type Place } from './errors.js'
import { parseWholeNumber } from './parse-whole-number.js'
import { parseRowsHeader } from './parse-rows-header.js'
import { DERIVABLE_COLUMNS, ROW_COLUMNS, type RowColumn } from './row-columns.js'
import { rowFault } from './row-fault.js'
import type { Outcome, Row } from './row.js'

export interface DecodedRows extends RowsHeader {
  /** In ascending sequence, whatever the order of the lines. */
  readonly rows: Row[]
}

export interface RowsDecoder {
  push(chunk: string): void
  /** @throws {RowsInputError} on a last line without its line end, or no rows at all */
  end(): DecodedRows
}

/** A line without an end would be scanned again with every piece. */
const LONGEST_LINE = 1_048_576

type Columns = Readonly<Record<RowColumn, number>>

function parseColumns(line: string, place: Place): { at: Columns; count: number } {
  const names = line.split(',')
  const unknown = names.find((name) => !(ROW_COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined) throw new RowsInputError('LAT_ROWS_COLUMNS', `column ${JSON.stringify(unknown)} is not one of ${ROW_COLUMNS.join(', ')}`, place)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new RowsInputError('LAT_ROWS_COLUMNS', `column ${repeated} appears twice`, place)
  const missing = ROW_COLUMNS.filter((name) => !names.includes(name) && !DERIVABLE_COLUMNS.has(name))
  if (missing.length > 0) throw new RowsInputError('LAT_ROWS_COLUMNS', `column ${missing.join(', ')} is missing`, place)
  return { at: Object.fromEntries(ROW_COLUMNS.map((name) => [name, names.indexOf(name)])) as Columns, count: names.length }
}

function parseFlag(text: string, place: Place): boolean {
  if (text === '1') return true
  if (text === '0') return false
  throw new RowsInputError('LAT_ROWS_FLAG', `reconnected ${JSON.stringify(text)} is neither 0 nor 1`, place)
}

function parseGenerator(fields: readonly string[], at: Columns, generators: readonly string[], place: Place): string {
  const generator = at.generator < 0 ? generators[0]! : fields[at.generator]!
  if (!generators.includes(generator)) throw new RowsInputError('LAT_ROWS_GENERATOR', `generator ${JSON.stringify(generator)} is not one of the header's (${generators.join(', ')})`, place)
  return generator
}

function parseRow(fields: readonly string[], at: Columns, index: number, header: RowsHeader, place: Place): Row {
  const optional = (name: RowColumn): number | null => {
    const text = at[name] < 0 ? '' : fields[at[name]]!
    return text === '' ? null : parseWholeNumber(text, name, place)
  }
  const sequence = at.sequence < 0 ? index : parseWholeNumber(fields[at.sequence]!, 'sequence', place)
  const arm = at.arm < 0 ? header.arms[0]! : fields[at.arm]!
  if (at.arm >= 0 && !header.arms.includes(arm)) throw new RowsInputError('LAT_ROWS_ARM', `arm ${JSON.stringify(arm)} is not one of the header's (${header.arms.join(', ')})`, place)
  const row: Row = {
    sequence,
    arm,
    scheduledNs: at.scheduledNs < 0 ? constantScheduleNs(sequence, header.ratePerSecond) : parseWholeNumber(fields[at.scheduledNs]!, 'scheduledNs', place),
    dispatchedNs: optional('dispatchedNs'),
    connectedNs: optional('connectedNs'),
    writtenNs: optional('writtenNs'),
    firstByteNs: optional('firstByteNs'),
    firstEventNs: optional('firstEventNs'),
    secondEventNs: optional('secondEventNs'),
    lastByteNs: optional('lastByteNs'),
    status: optional('status'),
    outcome: fields[at.outcome]! as Outcome,
    failure: fields[at.failure]! === '' ? null : fields[at.failure]!,
    reconnected: parseFlag(fields[at.reconnected]!, place),
    plantedNs: optional('plantedNs'),
    ...(header.generators === undefined ? {} : { generator: parseGenerator(fields, at, header.generators, place) }),
  }
  const fault = rowFault(row)
  if (fault !== null) throw new RowsInputError(fault.code, fault.message, place)
  return row
}

/**
 * Reads a row file piece by piece, strictly: what it accepts, `encodeRows` could have written, except that a byte
 * order mark and CRLF line ends are tolerated, and that columns may stand in any order.
 *
 * @param source name of the file, for messages
 */
export function createRowsDecoder(source: string): RowsDecoder {
  const rows: Row[] = []
  let rest = ''
  let lineNumber = 0
  let started = false
  let header: RowsHeader | undefined
  let columns: { at: Columns; count: number } | undefined
  let lines: Map<number, number> | undefined

  function readLine(text: string): void {
    lineNumber += 1
    const place = { source, line: lineNumber }
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (header === undefined) {
      header = parseRowsHeader(line, place)
    } else if (columns === undefined) {
      columns = parseColumns(line, place)
      if (columns.at.sequence >= 0) lines = new Map()
      const { generators } = header
      if (columns.at.generator >= 0 ? generators === undefined : (generators?.length ?? 0) > 1) {
        throw new RowsInputError('LAT_ROWS_COLUMNS', generators === undefined ? 'there is a column generator, and the header names no generators' : `column generator is missing, and the header names ${generators.length} generators`, place)
      }
      if (columns.at.arm < 0 && header.arms.length > 1) throw new RowsInputError('LAT_ROWS_COLUMNS', `column arm is missing, and the header names ${header.arms.length} arms`, place)
    } else {
      const fields = line.split(',')
      if (fields.length !== columns.count) throw new RowsInputError('LAT_ROWS_FIELD_COUNT', `${fields.length} fields where the header has ${columns.count} columns`, place)
      const row = parseRow(fields, columns.at, rows.length, header, place)
      const earlier = lines?.get(row.sequence)
      if (earlier !== undefined) throw new RowsInputError('LAT_ROWS_SEQUENCE', `sequence ${row.sequence} is already on line ${earlier}`, place)
      lines?.set(row.sequence, lineNumber)
      rows.push(row)
    }
  }

  return {
    push(chunk) {
      let text = rest + chunk
      if (!started && text !== '') {
        started = true
        if (text.startsWith('\uFEFF')) text = text.slice(1)
      }
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        readLine(text.slice(from, end))
        from = end + 1
      }
      rest = text.slice(from)
      if (rest.length > LONGEST_LINE) throw new RowsInputError('LAT_ROWS_TRUNCATED', `there is no line end within ${LONGEST_LINE} characters`, { source, line: lineNumber + 1 })
    },
    end() {
      const place = { source, line: lineNumber + 1 }
      if (rest !== '') throw new RowsInputError('LAT_ROWS_TRUNCATED', 'the last line has no line end, so the file was cut', place)
      if (header === undefined || rows.length === 0) throw new RowsInputError('LAT_ROWS_NO_ROWS', 'no rows', place)
      if (lines !== undefined) rows.sort((a, b) => a.sequence - b.sequence)
      return { ...header, rows }
    },
  }
}
