import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DurationHistogram } from '../../src/core/duration-histogram.js'

describe('DurationHistogram', () => {
  it('knows no quantile before it has a duration', () => {
    expect(new DurationHistogram().quantileNs(0.5)).toBeNull()
  })

  it('never reports below the quantile and at most an eighth above', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 4_000_000_000 }), { minLength: 1, maxLength: 60 }), fc.constantFrom(0, 0.5, 0.99, 1), (durations, q) => {
      const histogram = new DurationHistogram()
      for (const ns of durations) histogram.record(ns)
      const exact = [...durations].sort((a, b) => a - b)[Math.max(0, Math.ceil(q * durations.length) - 1)]!
      expect(histogram.quantileNs(q)).toBeGreaterThanOrEqual(exact)
      expect(histogram.quantileNs(q)).toBeLessThanOrEqual(exact * 1.125)
      expect(histogram.maxNs).toBe(Math.max(...durations))
    }))
  })

  it('starts again after a reset', () => {
    const histogram = new DurationHistogram()
    histogram.record(5)
    histogram.reset()
    expect([histogram.quantileNs(0.5), histogram.maxNs]).toEqual([null, 0])
  })
})
