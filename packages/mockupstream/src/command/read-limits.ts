import type { LimitOptions } from '../limits.js'
import { given } from './given.js'
import type { OptionReader } from './option-reader.js'

/** `--max-body`, `--request-timeout`, `--max-connections`. */
export function readLimits(read: OptionReader): LimitOptions {
  const requestTimeoutNs = read.durationNs('request-timeout')
  return {
    ...given('maxBodyBytes', read.bytes('max-body')),
    ...given('requestTimeoutMs', requestTimeoutNs === undefined ? undefined : requestTimeoutNs / 1_000_000),
    ...given('maxConnections', read.whole('max-connections')),
  }
}
