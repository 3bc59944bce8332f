import { RowsInputError } from './errors.js'
import { MANIFEST_KEY } from './manifest.js'

type Entries = Readonly<Record<string, string>> | ReadonlyMap<string, string>

function isMap(entries: Entries): entries is ReadonlyMap<string, string> {
  return entries instanceof Map
}

/**
 * Text of a manifest: one `KEY=VALUE` per line, in the order given.
 *
 * @throws {RowsInputError} on a key or a value that would not read back the same
 * @example encodeManifest({ MODE: 'quick', SEED: '0' }) // 'MODE=quick\nSEED=0\n'
 */
export function encodeManifest(entries: Entries): string {
  const pairs: Iterable<[string, string]> = isMap(entries) ? entries : Object.entries(entries)
  let text = ''
  for (const [key, value] of pairs) {
    if (!MANIFEST_KEY.test(key)) throw new RowsInputError('LAT_ROWS_MANIFEST_KEY', `Manifest key ${JSON.stringify(key)} is not of capital letters, digits and _`)
    if (value.trim() !== value || /[\n\r\0]/.test(value)) {
      throw new RowsInputError('LAT_ROWS_MANIFEST_VALUE', `Manifest value of ${key} has a line end, a NUL or blanks at an end: ${JSON.stringify(value)}`)
    }
    text += `${key}=${value}\n`
  }
  return text
}
