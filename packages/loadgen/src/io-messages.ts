import type { Columns } from './columns.js'
import type { Pacing, TransportName } from './cell-spec.js'
import type { WireTarget } from './transport/transport.js'

/** A planted fault of the generator itself: its I/O loop is blocked this long, this often. */
export interface BlockedLoop {
  readonly blockMs: number
  readonly everyMs: number
}

/** What the I/O thread gets at its start. */
export interface IoSetup {
  readonly columns: Columns
  readonly control: Int32Array
  readonly targets: readonly WireTarget[]
  readonly transport: TransportName
  readonly slots: number
  readonly slotOrder: 'fifo' | 'lifo'
  /** `closed`: as many users as there are slots, instead of arrivals. */
  readonly pacing: Pacing | 'closed'
  readonly timeoutNs: number
  readonly graceNs: number
  readonly steadyStartNs: number
  readonly endNs: number
  /** First steady arrival. */
  readonly steadyFrom: number
  readonly canary: CanarySetup | null
  readonly plant: BlockedLoop | null
}

/** A trickle of requests to a responder of our own, inside the cell. */
export interface CanarySetup {
  readonly target: WireTarget
  readonly columns: Columns
  readonly periodMs: number
}

/** Garbage collections of the I/O thread in the steady phase. */
export interface Collections {
  readonly count: number
  readonly totalNs: number
  readonly longestNs: number
}

/** Delay of the I/O thread's event loop beyond the sampling interval, in the steady phase. */
export interface LoopDelay {
  readonly p99Ns: number
  readonly maxNs: number
}

export interface IoDone {
  readonly kind: 'done'
  readonly connections: number
  readonly failedConnects: number
  readonly reconnects: number
  readonly labels: Readonly<Record<string, number>>
  /** Time of the steady phase in which the thread was awake and found nothing to do. */
  readonly polledNs: number
  readonly loopDelay: LoopDelay
  readonly collections: Collections
}

export type IoMessage = { readonly kind: 'ready'; readonly threadId: string | null } | { readonly kind: 'refused'; readonly reason: string } | IoDone

/** To the I/O thread. It stays until it is told to end, so that its counters can be read. */
export type IoCommand = { readonly startNs: bigint } | { readonly stopAfterMs: number } | { readonly end: true }
