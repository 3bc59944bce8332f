export interface SlotRing {
  /** A free slot, or -1. */
  take(): number
  give(slot: number): void
  readonly free: number
}

/** Free slots. `fifo` hands out the one that has rested longest, `lifo` the one given back last. */
export function createSlotRing(slotCount: number, order: 'fifo' | 'lifo'): SlotRing {
  const ring = new Int32Array(slotCount)
  for (let slot = 0; slot < slotCount; slot += 1) ring[slot] = order === 'fifo' ? slot : slotCount - 1 - slot
  let head = 0
  let free = slotCount
  return {
    take() {
      if (free === 0) return -1
      free -= 1
      if (order === 'lifo') return ring[free]!
      const slot = ring[head]!
      head = head + 1 === slotCount ? 0 : head + 1
      return slot
    },
    give(slot) {
      let tail = order === 'lifo' ? free : head + free
      if (tail >= slotCount) tail -= slotCount
      ring[tail] = slot
      free += 1
    },
    get free() {
      return free
    },
  }
}
