import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { reason, RowsFileError } from './errors.js'

/** The part of a file handle that writing needs. Tests put a full disk behind it. */
export interface WritableFile {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

export type OpenForWriting = (path: string) => Promise<WritableFile>

/** Ending of a file that is still being written. Whoever finds one found an interrupted run. */
export const PARTIAL_SUFFIX = '.partial'

async function writeAll(file: WritableFile, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset)
    if (bytesWritten <= 0) throw Object.assign(new Error(`short write: ${offset} of ${bytes.length} bytes were taken`), { code: 'ENOSPC' })
    offset += bytesWritten
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

function writeError(path: string, error: unknown): RowsFileError {
  if (error instanceof RowsFileError) return error
  const full = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  return full
    ? new RowsFileError('LAT_ROWS_DISK_FULL', `No space left to write ${path}; nothing of it was kept. Free some space and run again.`, path, error)
    : new RowsFileError('LAT_ROWS_WRITE', `Could not write ${path}: ${reason(error)}`, path, error)
}

/**
 * Writes a whole file or none of it: into a partial file beside it, flushed to the disk, then renamed into place.
 *
 * @throws {RowsFileError} naming the path; the partial file is gone by then
 */
export async function writeAtomically(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, openFile: OpenForWriting = (partial) => open(partial, 'wx')): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}${PARTIAL_SUFFIX}`)
  let file: WritableFile | undefined
  try {
    file = await openFile(partial)
    for await (const chunk of chunks) await writeAll(file, chunk)
    await file.sync()
    await file.close()
    file = undefined
    await rename(partial, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await file?.close().catch(() => undefined)
    await rm(partial, { force: true })
    if (error instanceof Error && error.name === 'RowsInputError') throw error
    throw writeError(path, error)
  }
}
