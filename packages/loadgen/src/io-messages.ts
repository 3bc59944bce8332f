import type { Columns } from './columns.js'
import type { Pacing } from './cell-spec.js'
import type { WireTarget } from './transport/transport.js'

/** What the I/O thread gets at its start. */
export interface IoSetup {
  readonly columns: Columns
  readonly control: Int32Array
  readonly targets: readonly WireTarget[]
  readonly slots: number
  readonly slotOrder: 'fifo' | 'lifo'
  readonly pacing: Pacing
  readonly timeoutNs: number
  readonly graceNs: number
  readonly endNs: number
  readonly steadyFrom: number
}

/** Garbage collections of the I/O thread in the steady phase. */
export interface Collections {
  readonly count: number
  readonly totalNs: number
  readonly longestNs: number
}

export interface IoDone {
  readonly kind: 'done'
  readonly reconnects: number
  readonly labels: Readonly<Record<string, number>>
  readonly eventLoopDelayP99Ns: number
  readonly collections: Collections
}

export type IoMessage = { readonly kind: 'ready'; readonly threadId: string | null } | { readonly kind: 'refused'; readonly reason: string } | IoDone
