import { describe, expect, it } from 'vitest'
import { hostTicks, parseHostTicks, stolenShare } from '../src/host-ticks.js'

describe('parseHostTicks', () => {
  it('adds the eight parts of the first line and keeps the stolen one', () => {
    expect(parseHostTicks('cpu  100 20 30 400 5 6 7 32 50 60\ncpu0 1 2 3 4 5 6 7 8 0 0\n')).toEqual({ total: 600, stolen: 32 })
  })

  it.each(['', 'cpu0 1 2 3 4 5 6 7 8 0 0', 'cpu  1 2 3', 'intr 5'])('has nothing to say about %j', (stat) => {
    expect(parseHostTicks(stat)).toBeNull()
  })
})

describe('stolenShare', () => {
  it('is the stolen part of the time between two readings', () => {
    expect(stolenShare({ total: 1000, stolen: 10 }, { total: 1400, stolen: 20 })).toBe(0.025)
  })

  it('is unknown without two readings that differ', () => {
    expect(stolenShare(null, { total: 1, stolen: 0 })).toBeNull()
    expect(stolenShare({ total: 5, stolen: 0 }, { total: 5, stolen: 0 })).toBeNull()
  })

  it('is a share or unknown on this machine', () => {
    const now = hostTicks()
    expect(now === null || now.total > now.stolen).toBe(true)
  })
})
