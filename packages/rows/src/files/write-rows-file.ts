import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encodeRows, type RowsHeader } from '../encode-rows.js'
import type { Row } from '../row.js'
import { writeAtomically, type OpenForWriting } from './write-atomically.js'

/** Format and column names. */
const HEADER_LINES = 2

export interface WrittenRows {
  /** Of the uncompressed text, hex: it does not change with the compressor. */
  readonly sha256: string
  /** Size of the uncompressed text. */
  readonly bytes: number
  readonly rowCount: number
}

/**
 * Writes the row file of a cell, compressed, in a stream: a million rows never stand in memory as text.
 *
 * @throws {RowsInputError} on rows that break their own rules, before anything is written
 * @throws {RowsFileError} naming the path when it cannot be written; no half file stays behind
 */
export async function writeRowsFile(path: string, rows: Iterable<Row>, header: RowsHeader, openFile?: OpenForWriting): Promise<WrittenRows> {
  const text = encodeRows(rows, header)
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  function* hashed(): Generator<Buffer> {
    for (const chunk of text) {
      const buffer = Buffer.from(chunk, 'utf8')
      hash.update(buffer)
      bytes += buffer.length
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines += 1
      yield buffer
    }
  }
  const compressed = createGzip()
  // Whichever side fails, the writer sees it and cleans up; waiting for the writer first means that it is done.
  const feeding = Promise.allSettled([pipeline(hashed, compressed)])
  await writeAtomically(path, compressed as AsyncIterable<Uint8Array>, openFile)
  await feeding
  return { sha256: hash.digest('hex'), bytes, rowCount: lines - HEADER_LINES }
}
