import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indicatorCovariance } from '../src/indicator-covariance.js'

/** The definition, multiplied out. */
function multiplied(row: readonly boolean[], lag: number): number {
  const mean = row.filter(Boolean).length / row.length
  return row.reduce((sum, one, i) => (i < lag ? sum : sum + (Number(one) - mean) * (Number(row[i - lag]) - mean)), 0)
}

describe('indicatorCovariance', () => {
  it('counts the pairs of ones that lie apart by the lag', () => {
    const { mean, at } = indicatorCovariance(8, (i) => i < 4)
    expect(mean).toBe(0.5)
    expect([0, 1, 4, 7].map(at)).toEqual([2, 1.25, -1, -0.25])
  })
  it('is what multiplying gives, in whatever order the lags are asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), fc.array(fc.nat(199), { minLength: 1, maxLength: 8 }), (row, lags) => {
        const { at } = indicatorCovariance(row.length, (i) => row[i]!)
        for (const lag of lags.filter((each) => each < row.length)) expect(Math.abs(at(lag) - multiplied(row, lag))).toBeLessThan(1e-10)
      }),
    )
  })
  it('crosses the words of a long row', () => {
    const row = Array.from({ length: 1000 }, (_, i) => (i * i) % 7 < 3)
    const { at } = indicatorCovariance(row.length, (i) => row[i]!)
    for (const lag of [31, 32, 33, 64, 500, 968, 999]) expect(Math.abs(at(lag) - multiplied(row, lag))).toBeLessThan(1e-9)
  })
  it('is nothing where nothing varies', () => {
    expect(indicatorCovariance(40, () => true).at(0)).toBe(0)
    expect(indicatorCovariance(40, () => false).at(3)).toBe(0)
  })
})
