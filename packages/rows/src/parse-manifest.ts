import { RowsInputError } from './errors.js'
import { MANIFEST_KEY, type Manifest } from './manifest.js'

/**
 * Entries of a manifest. A line is split at its first `=`; blanks around the line end are dropped, blank lines and
 * lines that start with `#` are comments, a byte order mark and CRLF are tolerated.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} on a repeated key, a line without `=`, a NUL, or a last line without its line end
 * @example parseManifest('MODE=quick\nCMD=./gw --a=b\n', 'MANIFEST').get('CMD') // './gw --a=b'
 */
export function parseManifest(text: string, source: string): Manifest {
  const entries = new Map<string, string>()
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')
  if (lines.at(-1) !== '') throw new RowsInputError('LAT_ROWS_TRUNCATED', 'the last line has no line end, so the file was cut', { source, line: lines.length })

  lines.slice(0, -1).forEach((raw, index) => {
    const place = { source, line: index + 1 }
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return
    if (line.includes('\0')) throw new RowsInputError('LAT_ROWS_MANIFEST_LINE', 'there is a NUL in this line', place)
    const equals = line.indexOf('=')
    if (equals < 0) throw new RowsInputError('LAT_ROWS_MANIFEST_LINE', `${JSON.stringify(line)} has no "="`, place)
    const key = line.slice(0, equals)
    if (!MANIFEST_KEY.test(key)) throw new RowsInputError('LAT_ROWS_MANIFEST_KEY', `key ${JSON.stringify(key)} is not of capital letters, digits and _`, place)
    if (entries.has(key)) throw new RowsInputError('LAT_ROWS_MANIFEST_DUPLICATE', `${key} is already given above, as "${entries.get(key)}"`, place)
    entries.set(key, line.slice(equals + 1).trimStart())
  })
  return entries
}
