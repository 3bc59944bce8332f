import type { Columns } from '../columns.js'
import type { Expectation } from '../cell-spec.js'
import type { ThreadClock } from '../thread-clock.js'

/** An arm as the I/O thread needs it: address pinned, bytes ready. */
export interface WireTarget {
  readonly arm: string
  readonly origin: string
  readonly secure: boolean
  /** Pinned numeric address. */
  readonly address: string
  readonly port: number
  /** Name for TLS, `null` for a numeric host. */
  readonly serverName: string | null
  readonly host: string
  readonly path: string
  readonly method: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  readonly expect: Expectation
  readonly ca: string | null
}

/** What a transport writes to and reports to. */
export interface ExchangeSink {
  readonly columns: Columns
  readonly clock: ThreadClock
  /** The request of this slot has its outcome in the columns; the slot may be used again. */
  finished(slot: number, row: number): void
  /** Remark on an answer that counts as ok. */
  label(name: string): void
}

/** One connection per slot and origin; at most one request per slot. */
export interface Transport {
  /** Opens every connection; sends nothing. Rejects when one is refused or not open in time, or at the signal. */
  connect(withinMs: number, signal?: AbortSignal): Promise<void>
  /** Starts the request of a row and sets its marks; `nowNs` is its dispatch. */
  send(slot: number, row: number, arm: number, nowNs: number): void
  /** Fails the request in a slot as timed out. */
  expire(slot: number): void
  /** Gives up on whatever is in flight, as abandoned. */
  abandon(): void
  close(): Promise<void>
  /** Connections opened, the first ones included. */
  readonly connections: number
  /** Attempts to connect that did not end in a connection. */
  readonly failedConnects: number
  /** Connections opened since `connect`. */
  readonly reconnects: number
}
