export type HostgateErrorCode = 'LAT_HOST_INTERVAL' | 'LAT_HOST_FLOOR' | 'LAT_HOST_LOAD_LIMIT' | 'LAT_HOST_SCRIPT' | 'LAT_HOST_PID' | 'LAT_HOST_MODE' | 'LAT_HOST_FORECAST'

/** A caller broke the contract of this package. What the host itself says is never an error: see `Reading`. */
export class HostgateInputError extends Error {
  override readonly name = 'HostgateInputError'
  readonly code: HostgateErrorCode

  constructor(code: HostgateErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
