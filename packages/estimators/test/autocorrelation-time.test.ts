import { describe, expect, it } from 'vitest'
import { autocorrelationTime, effectiveSampleSize } from '../src/index.js'
import { rng } from '../src/rng.js'
import { golden } from './golden.js'
import { kept, levels, queue, seriesOf, type Series } from './series.js'

const independent = Float64Array.from({ length: 9000 }, rng('independent').exponential)

describe('autocorrelationTime', () => {
  it('is near 1 for independent values', () => {
    expect(autocorrelationTime(independent).time).toBeLessThan(1.2)
    expect(autocorrelationTime(independent, 0.5)).toMatchObject({ tooLong: false })
    expect(effectiveSampleSize(independent, 0.99)).toBeGreaterThan(7500)
  })
  it('takes the scatter of few batches for no memory', () => {
    for (let i = 0; i < 8; i++) expect(autocorrelationTime(Float64Array.from({ length: 1000 }, rng(`independent ${i}`).exponential)).time).toBeLessThan(1.1)
  })
  it('is about (1 + a) / (1 - a) for values that keep a share a of the last', () => {
    const { exponential } = rng('memory')
    let last = 0
    const values = Float64Array.from({ length: 40000 }, () => (last = 0.5 * last + exponential()))
    expect(autocorrelationTime(values).time).toBeCloseTo(3, 0)
    expect(effectiveSampleSize(values)).toBeCloseTo(40000 / 3, -4)
  })
  it('says when the memory is longer than the values can show', () => {
    expect(autocorrelationTime(Float64Array.from({ length: 3000 }, (_, i) => i)).tooLong).toBe(true)
    expect(autocorrelationTime(queue('slow', 9000, 0.97), 0.5).tooLong).toBe(true)
  })
  it('is 1 where nothing varies', () => {
    expect(autocorrelationTime([7, 7, 7])).toEqual({ time: 1, effectiveSamples: 3, tooLong: false })
    expect(autocorrelationTime([7])).toEqual({ time: 1, effectiveSamples: 1, tooLong: false })
  })
  it('agrees with the formulas written out in numpy', () => {
    for (const row of golden<{ times: (Series & { q: number | null; time: number; tooLong: boolean })[] }>('autocorrelation-time').times) {
      const { time, tooLong } = autocorrelationTime(seriesOf(row), row.q ?? undefined)
      expect({ ...row, time, tooLong }).toEqual({ ...row, time: expect.closeTo(row.time, 9) as unknown })
    }
  })
  it('weighs the first half of its window in full and the second less and less', () => {
    // products 10, 4, -1, -4, -4 at lags 0 to 4, weighed 1, 2, 2, 1, 0
    expect(autocorrelationTime([1, 2, 3, 4, 5]).time).toBeCloseTo(1.2, 12)
  })
  it('sees a weak long memory in which no single lag stands out', () => {
    // levels of 64 values at a 25th of the variance: 1 + 64 / 25 against 1 + 1 / 25
    const { time, tooLong } = autocorrelationTime(levels(2, 2048, 64, 0.2))
    expect(Math.abs(time / (3.56 / 1.04) - 1)).toBeLessThan(0.25)
    expect(tooLong).toBe(false)
  })
  it('takes neither 9 lags for a memory without end, nor an insignificant one for a memory', () => {
    const alternating = (count: number): number[] => Array.from({ length: count }, (_, i) => i % 2)
    expect(autocorrelationTime(alternating(16)).tooLong).toBe(false)
    expect(autocorrelationTime(alternating(17)).tooLong).toBe(true)
    expect(autocorrelationTime(kept(6, 24, -0.4)).tooLong).toBe(false)
  })
  it('does not depend on the unit', () => {
    for (const [seed, count, share] of [[8, 300, 0.8], [19, 60, -0.8]] as const) {
      const values = kept(seed, count, share)
      expect(autocorrelationTime(values.map((value) => value * 2 ** -60))).toEqual(autocorrelationTime(values))
    }
  })
  it('refuses a bad quantile', () => {
    expect(() => autocorrelationTime([1], 50)).toThrow('For P50 write 0.5')
  })
})
