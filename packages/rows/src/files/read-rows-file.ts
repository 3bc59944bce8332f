import { createHash } from 'node:crypto'
import { createRowsDecoder, type DecodedRows } from '../rows-decoder.js'
import { decompressed } from './decompressed.js'
import { RowsFileError } from './errors.js'

export interface ReadRows extends DecodedRows {
  /** Of the uncompressed text, hex. */
  readonly sha256: string
}

/**
 * Reads the row file of a cell, compressed or not.
 *
 * @param expectedSha256 what the manifest says; rows that do not match it are not returned
 * @throws {RowsInputError} on a malformed file, with `file:line`
 * @throws {RowsFileError} naming the path when it cannot be read, or is not the file that the manifest describes
 */
export async function readRowsFile(path: string, expectedSha256?: string): Promise<ReadRows> {
  const decoder = createRowsDecoder(path)
  const hash = createHash('sha256')
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of decompressed(path)) {
    hash.update(chunk)
    decoder.push(text.decode(chunk, { stream: true }))
  }
  decoder.push(text.decode())
  const decoded = decoder.end()
  const sha256 = hash.digest('hex')
  if (expectedSha256 !== undefined && sha256 !== expectedSha256) {
    throw new RowsFileError('LAT_ROWS_DIGEST', `The rows in ${path} have sha256 ${sha256}, but the manifest says ${expectedSha256}. They are not the rows of this run.`, path)
  }
  return { ...decoded, sha256 }
}
