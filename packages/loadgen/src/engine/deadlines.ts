/** A deadline that has passed without effect is tried again after this. */
const RETRY_NS = 50e6

export interface Deadlines {
  start(slot: number, atNs: number): void
  clear(slot: number): void
  /** Calls back for every slot whose deadline has passed; returns the next deadline, `Infinity` when there is none. */
  expire(nowNs: number, onExpired: (slot: number) => void): number
}

/**
 * One deadline per slot. undici's own timers tick about once a second, which is no use to a deadline
 * of 300 ms, and would count from the header or the chunk instead of from the dispatch.
 */
export function createDeadlines(slotCount: number): Deadlines {
  const atNs = new Float64Array(slotCount).fill(Infinity)
  return {
    start(slot, at) {
      atNs[slot] = at
    },
    clear(slot) {
      atNs[slot] = Infinity
    },
    expire(nowNs, onExpired) {
      let next = Infinity
      for (let slot = 0; slot < slotCount; slot += 1) {
        if (atNs[slot]! <= nowNs) {
          atNs[slot] = nowNs + RETRY_NS
          onExpired(slot)
        }
        if (atNs[slot]! < next) next = atNs[slot]!
      }
      return next
    },
  }
}
