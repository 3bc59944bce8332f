import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeRate } from '../../src/export/whole-rate.js'

describe('wholeRate', () => {
  it.each([[500, 500, 1], [33.3, 333, 10], [0.5, 1, 2], [1 / 3600, 1, 3600], [0.0004, 1, 2500], [100_000, 100_000, 1], [1e-9, 1, 1e9]])('writes %d per second as %d in %d s', (rate, count, seconds) => {
    expect(wholeRate(rate)).toEqual({ count, seconds })
  })

  it.each([1e-10, 0])('has nothing for %d per second', (rate) => expect(wholeRate(rate)).toBeNull())

  it('finds every rate that is whole arrivals in whole seconds', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }), (count, seconds) => {
      const found = wholeRate(count / seconds)!
      expect(found.count * seconds).toBe(count * found.seconds)
    }))
  })
})
