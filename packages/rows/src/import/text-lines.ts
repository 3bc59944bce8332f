import { RowsInputError } from '../errors.js'

const LONGEST_LINE = 67_108_864

/**
 * Lines of a text in pieces of any size, without their line ends. A byte order mark and CRLF are tolerated.
 *
 * @throws {RowsInputError} with `file:line` on a last line without its line end, an endless line or a NUL
 */
export function* textLines(chunks: string | Iterable<string>, source: string): Generator<{ readonly text: string; readonly line: number }> {
  let rest = ''
  let line = 0
  let started = false
  for (const chunk of typeof chunks === 'string' ? [chunks] : chunks) {
    let text = rest + chunk
    if (!started && text !== '') {
      started = true
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      line += 1
      const raw = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
      if (raw.includes('\0')) throw new RowsInputError('LAT_ROWS_CSV', 'there is a NUL in this line', { source, line })
      yield { text: raw, line }
      from = end + 1
    }
    rest = text.slice(from)
    if (rest.length > LONGEST_LINE) throw new RowsInputError('LAT_ROWS_CSV', `there is no line end within ${LONGEST_LINE} characters`, { source, line: line + 1 })
  }
  if (rest !== '') throw new RowsInputError('LAT_ROWS_TRUNCATED', 'the last line has no line end, so the file was cut', { source, line: line + 1 })
}
