import { RowsInputError } from './errors.js'
import type { Manifest } from './manifest.js'

const PREFIX = 'ROWS_SHA256_'

/**
 * Manifest key that holds the sha256 of a cell's uncompressed row file.
 *
 * @example rowDigestKey('enforce-nonstream-150-r1') // 'ROWS_SHA256_ENFORCE_NONSTREAM_150_R1'
 */
export function rowDigestKey(cell: string): string {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(cell)) throw new RowsInputError('LAT_ROWS_CELL_NAME', `"${cell}" is not a cell name of lower-case letters, digits and hyphens`)
  return `${PREFIX}${cell.toUpperCase().replaceAll('-', '_')}`
}

/** Hex digests of a manifest by cell name. @throws {RowsInputError} on a value that is not a sha256 */
export function rowDigests(manifest: Manifest): Map<string, string> {
  const digests = new Map<string, string>()
  for (const [key, value] of manifest) {
    if (!key.startsWith(PREFIX)) continue
    if (!/^[0-9a-f]{64}$/.test(value)) throw new RowsInputError('LAT_ROWS_MANIFEST_VALUE', `${key} is "${value}", not a sha256 of 64 hex digits`)
    digests.set(key.slice(PREFIX.length).toLowerCase().replaceAll('_', '-'), value)
  }
  return digests
}
