import { createRowsDecoder, type DecodedRows } from './rows-decoder.js'

/**
 * Rows of one cell from the text of its file: the exact inverse of `encodeRows`.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} on anything else, with `file:line`
 * @example decodeRows([...encodeRows(rows, header)].join(''), 'enforce-nonstream-150-r1.csv').rows // rows
 */
export function decodeRows(text: string | Iterable<string>, source: string): DecodedRows {
  const decoder = createRowsDecoder(source)
  if (typeof text === 'string') decoder.push(text)
  else for (const chunk of text) decoder.push(chunk)
  return decoder.end()
}
