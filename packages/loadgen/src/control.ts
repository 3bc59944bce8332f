// Cells of the shared control block: one writer each.

/** Number of arrivals whose instant is near, by the pacer. */
export const NEAR = 0
export const STOP = 1
export const ISSUED = 2
export const IN_FLIGHT = 3
export const MOST_IN_FLIGHT = 4
export const STALLED = 5
/** First steady row of a closed loop, which nobody can know before. */
export const STEADY_FROM = 6

/** Shared by the controlling, the I/O and the pacer thread. */
export function createControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8 * 4))
}
