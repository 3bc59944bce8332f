export type GwbenchErrorCode =
  | 'LAT_GWBENCH_USAGE'
  | 'LAT_GWBENCH_KEY_FILE'
  | 'LAT_GWBENCH_NOT_COMPARABLE'
  | 'LAT_GWBENCH_ROUNDS_FILE'
  | 'LAT_GWBENCH_REFUSED'
  | 'LAT_GWBENCH_TARGET_FAILED'
  | 'LAT_GWBENCH_NOT_THE_UPSTREAM'
  | 'LAT_GWBENCH_NOT_STREAMING'
  | 'LAT_GWBENCH_RESULT'
  | 'LAT_GWBENCH_ADMIN'
  | 'LAT_GWBENCH_INTERRUPTED'

/** The run cannot go on, and the message says what happened, which input, and what to do. */
export class GwbenchInputError extends Error {
  override readonly name = 'GwbenchInputError'

  constructor(
    readonly code: GwbenchErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
