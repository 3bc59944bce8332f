import { badOptions } from './errors.js'

/** Bounds every server has. */
export interface LimitOptions {
  readonly maxBodyBytes?: number
  /** From the first byte of a request to its last, and for a client to read what it was sent. */
  readonly requestTimeoutMs?: number
  readonly maxConnections?: number
}

export interface Limits {
  readonly maxBodyBytes: number
  readonly maxHeadBytes: number
  readonly requestTimeoutMs: number
}

/** Collects what is wrong with numbers among options. */
export class OptionFaults {
  readonly list: string[] = []

  whole(name: string, value: number, low: number, high: number): void {
    if (!Number.isSafeInteger(value) || value < low || value > high) this.list.push(`${name} is ${value}; it must be a whole number from ${low} to ${high}.`)
  }

  /** @throws {MockUpstreamInputError} `LAT_MOCK_BAD_OPTIONS` with every fault in one message */
  throwIfAny(): void {
    if (this.list.length > 0) throw badOptions(this.list)
  }
}

/** Fills in the defaults and notes what is out of range. */
export function limitsOf(options: LimitOptions, port: number, faults: OptionFaults): { readonly limits: Limits; readonly maxConnections: number } {
  const { maxBodyBytes = 1 << 20, requestTimeoutMs = 30_000, maxConnections = 4096 } = options
  faults.whole('port', port, 0, 65_535)
  faults.whole('maxBodyBytes', maxBodyBytes, 0, 1 << 30)
  faults.whole('requestTimeoutMs', requestTimeoutMs, 1, 3_600_000)
  faults.whole('maxConnections', maxConnections, 1, 100_000)
  return { limits: { maxBodyBytes, maxHeadBytes: 16_384, requestTimeoutMs }, maxConnections }
}
