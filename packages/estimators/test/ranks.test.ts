import { describe, expect, it } from 'vitest'
import { minimumSamples, nearestRank, resolvesQuantile } from '../src/index.js'
import { exactShare } from '../src/exact-share.js'

describe('nearestRank', () => {
  it('counts in whole numbers, where floating point is one rank off', () => {
    expect(Math.ceil((99.9 / 100) * 30000)).toBe(29971)
    expect(nearestRank(30000, 0.999)).toBe(29970)
    expect(nearestRank(30000, 99.9 / 100)).toBe(29970)
  })
  it('is the smallest rank with a share q at or below it', () => {
    expect([0.5, 0.9, 0.99].map((q) => nearestRank(10, q))).toEqual([5, 9, 10])
    expect(nearestRank(3, 1 / 3)).toBe(1)
    expect(nearestRank(7, 0)).toBe(1)
    expect(nearestRank(7, 1)).toBe(7)
    expect(nearestRank(1001, 0.99)).toBe(991)
    expect(nearestRank(1, 0.5)).toBe(1)
  })
  it('is exact for every quantile of up to four decimals', () => {
    const wrong: number[] = []
    for (const count of [7, 30000]) {
      for (let k = 0; k <= 10000; k++) {
        const exact = Math.max(1, Math.floor((count * k + 9999) / 10000))
        if (nearestRank(count, k / 10000) !== exact) wrong.push(k)
      }
    }
    expect(wrong).toEqual([])
  })
  it('falls back to doubles where whole numbers would overflow', () => {
    expect(nearestRank(2 ** 53 - 2, 0.25)).toBe(2 ** 51)
  })
  it.each([
    [0, 0.5, 'count is 0'],
    [2.5, 0.5, 'count is 2.5'],
    [10, 90, 'For P90 write 0.9'],
  ])('refuses count %d and q %d', (count, q, named) => {
    expect(() => nearestRank(count, q)).toThrow(named)
  })
})

describe('exactShare', () => {
  it('multiplies quantiles of up to nine decimals as whole numbers', () => {
    expect(exactShare(1e8, 0.33181531)).toEqual({ whole: 33181531, fraction: 0 })
    expect(Math.floor(1e8 * 0.33181531)).toBe(33181530)
    expect(exactShare(1001, 0.123456789)).toEqual({ whole: 123, fraction: 0.580245789 })
    expect(1001 * 0.123456789 - 123).not.toBe(0.580245789)
  })
  it('reads a percentage of up to four decimals, divided by 100, as what it says', () => {
    expect(exactShare(1e6, 12.3457 / 100)).toEqual({ whole: 123457, fraction: 0 })
    expect(12.3457 / 100).not.toBe(0.123457)
  })
  it('multiplies as doubles what is no decimal, and what differs from one by more than a bit', () => {
    expect(exactShare(3, 1 / 3)).toEqual({ whole: 1, fraction: 0 })
    expect(exactShare(1e6, 0.5 - 1e-12)).toEqual({ whole: 499999, fraction: 1e6 * (0.5 - 1e-12) - 499999 })
    expect(exactShare(1e6, 0.5 + 1e-12)).toEqual({ whole: 500000, fraction: 1e6 * (0.5 + 1e-12) - 500000 })
  })
})

describe('minimumSamples', () => {
  it.each([
    [0.5, 0.95, 6],
    [0.9, 0.95, 36],
    [0.1, 0.95, 36],
    [0.99, 0.95, 368],
    [0.999, 0.95, 3688],
    [0.5, 0.96875, 6],
    [0.5, 0.9, 5],
    [0.999, 0.99, 5296],
  ])('for q = %d at level %d is %d', (q, level, least) => {
    expect(minimumSamples(q, level)).toBe(least)
  })
  it.each([
    [1, 0.95, 'LAT_EST_BAD_QUANTILE'],
    [0, 0.95, 'LAT_EST_BAD_QUANTILE'],
    [0.5, 95, 'LAT_EST_BAD_LEVEL'],
    [0.5, 1, 'LAT_EST_BAD_LEVEL'],
  ])('refuses q = %d at level %d with %s', (q, level, code) => {
    expect(() => minimumSamples(q, level)).toThrow(expect.objectContaining({ code }))
  })
})

describe('resolvesQuantile', () => {
  it('says no to P99.9 of fewer than 3,688 values', () => {
    expect(resolvesQuantile(3687, 0.999)).toBe(false)
    expect(resolvesQuantile(3688, 0.999)).toBe(true)
  })
})
