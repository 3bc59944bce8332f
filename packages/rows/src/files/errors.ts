/** A file of a run that could not be written or read. The message names its path; `cause` is the system's own error. */
export class RowsFileError extends Error {
  override readonly name = 'RowsFileError'
  readonly code: 'LAT_ROWS_DISK_FULL' | 'LAT_ROWS_WRITE' | 'LAT_ROWS_READ' | 'LAT_ROWS_EXISTS' | 'LAT_ROWS_UNFINISHED' | 'LAT_ROWS_DIGEST'
  readonly path: string

  constructor(code: RowsFileError['code'], message: string, path: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.path = path
  }
}

/** Text of whatever was thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
