import { RowsInputError } from '../errors.js'
import { textLines } from './text-lines.js'

/** One record of a CSV text, and the line on which it starts. */
export interface CsvRecord {
  readonly fields: readonly string[]
  readonly line: number
}

/** A quoted field may hold line ends, but not a whole file. */
const MOST_LINES = 1000

/** Fields of one whole record that holds a quote; `null` while a quoted field is still open at its end. */
function splitQuoted(text: string, source: string, line: number): string[] | null {
  const fields: string[] = []
  const bad = (message: string): RowsInputError => new RowsInputError('LAT_ROWS_CSV', message, { source, line })
  for (let at = 0; ; at += 1) {
    let field = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const quote = text.indexOf('"', at)
        if (quote < 0) return null
        field += text.slice(at, quote)
        at = quote
        if (text[at + 1] !== '"') break
        field += '"'
      }
      at += 1
      if (at < text.length && text[at] !== ',') throw bad(`text follows the closing quote of field ${fields.length + 1}`)
    } else {
      const comma = text.indexOf(',', at)
      const end = comma < 0 ? text.length : comma
      field = text.slice(at, end)
      if (field.includes('"')) throw bad(`a quote stands inside field ${fields.length + 1}, which does not start with one`)
      at = end
    }
    fields.push(field)
    if (at >= text.length) return fields
  }
}

/**
 * Records of a comma-separated text (RFC 4180: quoted fields may hold commas, quotes and line ends), in pieces of
 * any size. A byte order mark and CRLF are tolerated, a NUL is not.
 *
 * @throws {RowsInputError} with `file:line` on broken quoting, or a last line without its line end
 */
export function* csvRecords(chunks: string | Iterable<string>, source: string): Generator<CsvRecord> {
  let open: string | null = null
  let openLine = 0
  for (const { text, line } of textLines(chunks, source)) {
    const quoted = text.includes('"')
    if (open === null && !quoted) {
      yield { fields: text.split(','), line }
      continue
    }
    if (open === null) openLine = line
    else if (line - openLine >= MOST_LINES) throw new RowsInputError('LAT_ROWS_CSV', `a quoted field that opens here is still open ${MOST_LINES} lines later`, { source, line: openLine })
    const whole: string = open === null ? text : `${open}\n${text}`
    // A field that is open stays open on a line without a quote.
    const fields = quoted ? splitQuoted(whole, source, openLine) : null
    open = fields === null ? whole : null
    if (fields !== null) yield { fields, line: openLine }
  }
  if (open !== null) throw new RowsInputError('LAT_ROWS_TRUNCATED', 'a quoted field that opens here is never closed, so the file was cut', { source, line: openLine })
}
