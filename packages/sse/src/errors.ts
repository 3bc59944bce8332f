export type SseErrorCode = 'LAT_SSE_EVENT_TOO_LARGE' | 'LAT_SSE_BAD_LIMIT' | 'LAT_SSE_TIME_REVERSED'

/** A broken contract: a stream beyond its size limit, a limit that is no number, or reads out of order. */
export class SseInputError extends Error {
  readonly code: SseErrorCode

  constructor(code: SseErrorCode, message: string) {
    super(message)
    this.name = 'SseInputError'
    this.code = code
  }
}

export function eventTooLarge(maxEventBytes: number): SseInputError {
  return new SseInputError('LAT_SSE_EVENT_TOO_LARGE', `One event is larger than ${maxEventBytes} bytes and has not ended. Raise maxEventBytes if such events are expected.`)
}

export function badLimit(maxEventBytes: number): SseInputError {
  return new SseInputError('LAT_SSE_BAD_LIMIT', `maxEventBytes is ${maxEventBytes}; it must be a whole number of bytes, at least 1.`)
}

export function timeReversed(atNs: number, previousNs: number): SseInputError {
  return new SseInputError('LAT_SSE_TIME_REVERSED', `A read at ${atNs} ns follows one at ${previousNs} ns. Feed reads in the order they arrived, with a monotonic clock.`)
}
