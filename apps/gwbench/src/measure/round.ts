/** One timed request: marks in whole nanoseconds after its dispatch. */
export interface Reading {
  /** The request was written. */
  readonly writtenNs: number
  readonly firstByteNs: number
  readonly lastByteNs: number
  /** Delay the answer says was planted into it; `null` without one. */
  readonly plantedNs: number | null
  /** A new connection had to be opened for it. */
  readonly reconnected: boolean
  /** Of an event stream: its first and second event were complete. */
  readonly firstEventNs?: number
  readonly secondEventNs?: number
}

/** One timed request to every target, in the order they were visited. */
export interface Round {
  /** From 0, warm-up and kept rounds each on their own. */
  readonly number: number
  /** Target indices in the order of their turn. */
  readonly order: readonly number[]
  /** By target index. */
  readonly readings: readonly Reading[]
}

/** Dispatch to last byte, whole nanoseconds. */
export function latencyNs({ lastByteNs }: Reading): number {
  return lastByteNs
}
