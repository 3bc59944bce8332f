import { closeSync, constants, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { Request } from '../core/request.js'
import { recordFault, systemCode } from '../errors.js'
import { encodeRecord } from './encode-record.js'

/**
 * `sync` writes each record at once; `tick` writes the records of one turn of the event loop together;
 * `fsync` is `tick` and waits for the disk. All three answer only after the write.
 */
export type RecordPolicy = 'sync' | 'tick' | 'fsync'

export interface Recorder {
  /** Calls back with `true` when the record is written, with `false` when it never will be. */
  record(request: Request, done: (written: boolean) => void): void
  readonly state: () => RecorderState
  close(): void
}

export interface RecorderState {
  readonly file: string
  readonly policy: RecordPolicy
  readonly recorded: number
  /** Why nothing can be recorded any more; `null` while all is well. */
  readonly poisoned: string | null
}

/** The system calls a recorder stands on, so that a test can make them fail. */
export interface RecordFile {
  /** Returns how many bytes were taken, as `write(2)` does. */
  readonly write: (bytes: Buffer) => number
  readonly sync: () => void
  readonly close: () => void
}

/**
 * Records requests as JSON lines, in order, or says that it could not.
 *
 * The first write that fails or falls short poisons the recorder: a disk that has room again
 * would otherwise leave a hole nobody sees.
 */
export function createRecorder(path: string, policy: RecordPolicy = 'tick', file: RecordFile = openRecordFile(path)): Recorder {
  let recorded = 0
  let sequence = 0
  let poisoned: string | null = null
  let waiting: { readonly line: Buffer; readonly done: (written: boolean) => void }[] = []

  function write(bytes: Buffer): boolean {
    if (poisoned !== null) return false
    try {
      for (let at = 0; at < bytes.length; ) {
        const taken = file.write(bytes.subarray(at))
        if (taken <= 0) throw new Error('the file took no bytes')
        at += taken
      }
      if (policy === 'fsync') file.sync()
      return true
    } catch (error) {
      poisoned = `${path} could not be written (${systemCode(error)})`
      return false
    }
  }

  function flush(): void {
    const group = waiting
    waiting = []
    const written = write(Buffer.concat(group.map(({ line }) => line)))
    if (written) recorded += group.length
    for (const { done } of group) done(written)
  }

  return {
    record(request, done) {
      if (poisoned !== null) return done(false)
      sequence += 1
      const line = encodeRecord(sequence, request)
      if (policy === 'sync') {
        const written = write(line)
        if (written) recorded += 1
        return done(written)
      }
      waiting.push({ line, done })
      if (waiting.length === 1) setImmediate(flush)
    },
    state: () => ({ file: path, policy, recorded, poisoned }),
    close() {
      if (waiting.length > 0) flush()
      file.close()
    },
  }
}

/**
 * Opens a record file for appending, mode 0600.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_RECORD` when it cannot be opened, others may read an existing one,
 *   or its last line is torn
 */
function openRecordFile(path: string): RecordFile {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
  } catch (cause) {
    throw recordFault(path, `cannot be opened (${systemCode(cause)})`, cause)
  }
  const { mode, size } = fstatSync(fd)
  // Devices such as /dev/full keep the mode the system gave them.
  const refusal = (mode & constants.S_IFMT) !== constants.S_IFREG ? null : (mode & 0o077) !== 0 ? `may be read by others (mode ${(mode & 0o777).toString(8).padStart(4, '0')}); it holds request headers, so make it 0600 or choose another` : endsTorn(fd, size) ? 'ends in an unfinished line; move it away, so that the gap stays visible' : null
  if (refusal !== null) {
    closeSync(fd)
    throw recordFault(path, refusal)
  }
  return { write: (bytes) => writeSync(fd, bytes), sync: () => fdatasyncSync(fd), close: () => closeSync(fd) }
}

function endsTorn(fd: number, size: number): boolean {
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, size - 1)
  return last[0] !== 0x0a
}
