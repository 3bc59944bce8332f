import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeManifest } from '../encode-manifest.js'
import { RowsFileError } from './errors.js'
import { PARTIAL_SUFFIX } from './write-atomically.js'
import { writeTextFile } from './write-text-file.js'

export const MANIFEST_FILE = 'MANIFEST'

/**
 * Writes `MANIFEST`, the last act of a run: a directory without one is an aborted run.
 *
 * @throws {RowsInputError} on an entry that would not read back
 * @throws {RowsFileError} when there is a manifest already, when a file was left half written, or when it cannot be written
 */
export async function writeManifestLast(directory: string, entries: Parameters<typeof encodeManifest>[0]): Promise<void> {
  const text = encodeManifest(entries)
  const path = join(directory, MANIFEST_FILE)
  const exists = await access(path).then(() => true, () => false)
  if (exists) throw new RowsFileError('LAT_ROWS_EXISTS', `${path} exists, and a run is never overwritten. Take the next run name.`, path)
  const left = (await readdir(directory).catch(() => [])).find((name) => name.endsWith(PARTIAL_SUFFIX))
  if (left !== undefined) throw new RowsFileError('LAT_ROWS_UNFINISHED', `${join(directory, left)} was never finished, so this run is not complete. Start it again.`, join(directory, left))
  await writeTextFile(path, text)
}
