import { describe, expect, it } from 'vitest'
import { createDeadlines } from '../../src/engine/deadlines.js'

describe('createDeadlines', () => {
  it('calls back for what has passed and says when the next one is', () => {
    const deadlines = createDeadlines(3)
    deadlines.start(0, 100)
    deadlines.start(1, 200)
    const expired: number[] = []
    expect(deadlines.expire(99, (slot) => expired.push(slot))).toBe(100)
    expect(deadlines.expire(100, (slot) => { expired.push(slot); deadlines.clear(slot) })).toBe(200)
    expect(expired).toEqual([0])
  })

  it('tries again when nothing came of it', () => {
    const deadlines = createDeadlines(1)
    deadlines.start(0, 100)
    const again = deadlines.expire(100, () => undefined)
    const expired: number[] = []
    deadlines.expire(again, (slot) => expired.push(slot))
    expect(expired).toEqual([0])
  })

  it('has no next deadline when nothing is in flight', () => {
    expect(createDeadlines(2).expire(1e12, () => undefined)).toBe(Infinity)
  })
})
