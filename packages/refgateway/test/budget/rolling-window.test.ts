import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketMs, createRollingWindow, windowMs } from '../../src/budget/rolling-window.js'

const startMs = 1_800_000_000_000

describe('createRollingWindow', () => {
  it('forgets an amount when its minute has left the hour', () => {
    const window = createRollingWindow()
    window.add(70, startMs)
    window.add(30, startMs + 10 * bucketMs)
    expect(window.used(startMs + windowMs - 1)).toBe(100)
    expect(window.used(startMs + windowMs)).toBe(30)
    expect(window.used(startMs + windowMs + 10 * bucketMs)).toBe(0)
  })

  it('is empty before anything was added', () => {
    const window = createRollingWindow()
    expect(window.used(startMs)).toBe(0)
    expect(window.msUntilFreed(1, startMs)).toBeNull()
  })

  it('says when enough will have left', () => {
    const window = createRollingWindow()
    window.add(10, startMs + 500)
    window.add(20, startMs + bucketMs)
    const nowMs = startMs + bucketMs + 1
    expect(window.msUntilFreed(10, nowMs)).toBe(windowMs - bucketMs - 1)
    expect(window.msUntilFreed(11, nowMs)).toBe(windowMs - 1)
    expect(window.msUntilFreed(31, nowMs)).toBeNull()
    expect(window.used(nowMs + windowMs - bucketMs - 1)).toBe(20)
  })

  it('adds to the newest minute when the clock steps back', () => {
    const window = createRollingWindow()
    window.add(1, startMs)
    window.add(2, startMs - 30 * bucketMs)
    expect(window.used(startMs - 30 * bucketMs)).toBe(3)
    expect(window.used(startMs + windowMs)).toBe(0)
  })

  it('agrees with a list of everything that was ever added', () => {
    const step = fc.record({ aheadMs: fc.oneof(fc.nat(2 * bucketMs), fc.nat(2 * windowMs)), amount: fc.nat(1_000_000) })
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const window = createRollingWindow()
      const added: { readonly bucket: number, readonly amount: number }[] = []
      let nowMs = startMs
      for (const { aheadMs, amount } of steps) {
        nowMs += aheadMs
        const bucket = Math.floor(nowMs / bucketMs)
        added.push({ bucket, amount })
        window.add(amount, nowMs)
        const expected = added.filter((entry) => entry.bucket > bucket - 60).reduce((sum, entry) => sum + entry.amount, 0)
        expect(window.used(nowMs)).toBe(expected)
      }
    }))
  })
})
