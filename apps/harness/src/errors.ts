export type HarnessErrorCode =
  | 'LAT_HARNESS_USAGE'
  | 'LAT_HARNESS_NO_RATE'
  | 'LAT_HARNESS_NOT_A_RUN'
  | 'LAT_HARNESS_REFUSED'
  | 'LAT_HARNESS_ALTERED'
  | 'LAT_HARNESS_DISK'
  | 'LAT_HARNESS_CELL_FAILED'
  | 'LAT_HARNESS_CELL_BROKEN'
  | 'LAT_HARNESS_INTERRUPTED'

/** The run cannot go on, and the message says what happened, which input, and what to do. */
export class HarnessInputError extends Error {
  override readonly name = 'HarnessInputError'

  constructor(
    readonly code: HarnessErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
