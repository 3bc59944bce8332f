import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { reason, RowsFileError } from './errors.js'

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/**
 * Bytes of a file as a reader should see them: unpacked when it is gzip, as they are otherwise.
 *
 * For readers of rows and for an audit, from which nothing may hide inside a compressed file.
 *
 * @throws {RowsFileError} naming the path, also for a gzip file that was cut, or goes on behind its end
 */
export async function* decompressed(path: string): AsyncGenerator<Buffer> {
  try {
    if (!(await isGzip(path))) {
      yield* createReadStream(path) as AsyncIterable<Buffer>
      return
    }
    const raw = createReadStream(path)
    const unpacked = createGunzip()
    raw.on('error', (error) => unpacked.destroy(error))
    raw.pipe(unpacked)
    try {
      yield* unpacked as AsyncIterable<Buffer>
      // Unpacking stops at a zero byte behind the text, whatever follows.
      const behind = (await stat(path)).size - unpacked.bytesWritten
      if (behind !== 0) throw new Error(`${behind} bytes follow the end of the compressed text`)
    } finally {
      raw.destroy()
    }
  } catch (error) {
    throw new RowsFileError('LAT_ROWS_READ', `Could not read ${path}: ${reason(error)}`, path, error)
  }
}
