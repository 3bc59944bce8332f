import type { ChunkLog } from './chunk-log.js'

/** Outcome of an arrival as stored; `PENDING` is an arrival whose outcome is not known, or that was never reached. */
export const PENDING = 0
export const OK = 1
export const FAILED = 2
export const DROPPED = 3
export const ABANDONED = 4

/**
 * Marks of a cell as columns in shared memory: written by the I/O thread without allocating, readable by
 * the controlling thread at any time. Instants are ns from the scheduled instant of their own arrival;
 * a mark that was not passed is NaN.
 */
export interface Columns {
  /** From the start of the cell. */
  readonly scheduledNs: Float64Array
  readonly dispatchedNs: Float64Array
  readonly connectedNs: Float64Array
  readonly writtenNs: Float64Array
  readonly firstByteNs: Float64Array
  /** Empty, like the next one, when no arm is a stream. */
  readonly firstEventNs: Float64Array
  readonly secondEventNs: Float64Array
  readonly lastByteNs: Float64Array
  readonly plantedNs: Float64Array
  readonly status: Uint16Array
  readonly outcome: Uint8Array
  /** Index into `failureNames`. */
  readonly failure: Uint8Array
  readonly reconnected: Uint8Array
  readonly arm: Uint8Array
  /** `null` where chunk times are not kept. */
  readonly chunks: ChunkLog | null
}

/** Columns for the given arrivals, every mark unset; filling them now keeps page faults out of the cell. */
export function createColumns(scheduledNs: Float64Array, arm: Uint8Array, streams: boolean, chunks: ChunkLog | null = null): Columns {
  const count = scheduledNs.length
  const marks = (length = count): Float64Array => new Float64Array(new SharedArrayBuffer(length * 8)).fill(NaN)
  const bytes = (): Uint8Array => new Uint8Array(new SharedArrayBuffer(count)).fill(0)
  return {
    scheduledNs,
    dispatchedNs: marks(),
    connectedNs: marks(),
    writtenNs: marks(),
    firstByteNs: marks(),
    firstEventNs: marks(streams ? count : 0),
    secondEventNs: marks(streams ? count : 0),
    lastByteNs: marks(),
    plantedNs: marks(),
    status: new Uint16Array(new SharedArrayBuffer(count * 2)).fill(0),
    outcome: bytes(),
    failure: bytes(),
    reconnected: bytes(),
    arm,
    chunks,
  }
}
