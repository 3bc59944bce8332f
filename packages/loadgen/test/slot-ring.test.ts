import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSlotRing } from '../src/slot-ring.js'

describe('createSlotRing', () => {
  it('hands out every slot in turn in fifo order', () => {
    const ring = createSlotRing(3, 'fifo')
    const taken = [0, 1, 2, 3, 4].map(() => {
      const slot = ring.take()
      ring.give(slot)
      return slot
    })
    expect(taken).toEqual([0, 1, 2, 0, 1])
  })

  it('hands out the slot given back last in lifo order', () => {
    const ring = createSlotRing(3, 'lifo')
    const first = ring.take()
    ring.take()
    ring.give(first)
    expect(ring.take()).toBe(first)
  })

  it('says -1 when every slot is taken', () => {
    const ring = createSlotRing(1, 'fifo')
    expect([ring.take(), ring.take(), ring.free]).toEqual([0, -1, 0])
  })

  it.each(['fifo', 'lifo'] as const)('never hands out a taken slot, and loses none (%s)', (order) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.boolean(), { maxLength: 60 }), (slotCount, steps) => {
        const ring = createSlotRing(slotCount, order)
        const taken: number[] = []
        for (const take of steps) {
          if (take) {
            const slot = ring.take()
            expect(slot === -1).toBe(taken.length === slotCount)
            if (slot === -1) continue
            expect(taken).not.toContain(slot)
            taken.push(slot)
          } else if (taken.length > 0) ring.give(taken.shift()!)
          expect(ring.free).toBe(slotCount - taken.length)
        }
      }),
    )
  })
})
