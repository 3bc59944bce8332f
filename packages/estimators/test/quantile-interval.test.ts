import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autocorrelationTime, orderStatisticRanks, pairedDifferenceQuantiles, quantileInterval, quantileIntervals, type QuantileIntervalOptions } from '../src/index.js'
import { rng } from '../src/rng.js'
import { golden } from './golden.js'
import { kept, queue, seriesOf, type Series } from './series.js'

const independent = Float64Array.from({ length: 9000 }, rng('independent').exponential)

describe('orderStatisticRanks', () => {
  it('brackets a median by counting', () => {
    expect(orderStatisticRanks(6, 0.5)).toEqual({ low: 1, high: 6, level: 0.96875 })
    expect(orderStatisticRanks(6, 0.5, 0.96875)).toEqual({ low: 1, high: 6, level: 0.96875 })
    expect(orderStatisticRanks(5, 0.5)).toEqual({ low: null, high: null, level: 1 })
  })
  it('agrees with scipy.stats.binom', () => {
    type Row = { n: number; q: number; conf: number; lower_rank: number | null; upper_rank: number | null; achieved: number }
    for (const { n, q, conf, lower_rank: low, upper_rank: high, achieved } of golden<{ cases: Row[] }>('order-statistic-ci').cases) {
      expect(orderStatisticRanks(n, q, conf)).toEqual({ low, high, level: expect.closeTo(achieved, 9) as unknown })
    }
  })
  it('has both ends from minimumSamples on', () => {
    expect(orderStatisticRanks(3687, 0.999).high).toBeNull()
    expect(orderStatisticRanks(3688, 0.999).high).toBe(3688)
    expect(orderStatisticRanks(367, 0.01).low).toBeNull()
    expect(orderStatisticRanks(368, 0.01).low).toBe(1)
  })
  it('knows one side of the ends of a law', () => {
    expect(orderStatisticRanks(9, 0)).toEqual({ low: null, high: 1, level: 1 })
    expect(orderStatisticRanks(9, 1)).toEqual({ low: 9, high: null, level: 1 })
  })
  it('bounds a quantile by the smallest value where that is above it often enough', () => {
    // 0.999^20 = 0.98019
    expect(orderStatisticRanks(20, 0.001)).toEqual({ low: null, high: 1, level: expect.closeTo(0.98019, 5) as unknown })
    expect(orderStatisticRanks(26, 0.001).high).toBe(2)
  })
  it('gives a median the same ranks when asked for the level they attain', () => {
    for (let count = 2; count <= 60; count++) {
      for (const level of [0.3, 0.8, 0.95]) {
        const ranks = orderStatisticRanks(count, 0.5, level)
        if (ranks.low !== null && ranks.level < 1) expect(orderStatisticRanks(count, 0.5, ranks.level)).toEqual(ranks)
      }
    }
  })
  it.each([
    [0, 0.5, 0.95, 'LAT_EST_BAD_OPTION'],
    [9, 90, 0.95, 'LAT_EST_BAD_QUANTILE'],
    [9, 1.5, 0.95, 'LAT_EST_BAD_QUANTILE'],
    [9, 0.9, 95, 'LAT_EST_BAD_LEVEL'],
  ])('refuses (%d, %d, %d) with %s', (count, q, level, code) => {
    expect(() => orderStatisticRanks(count, q, level)).toThrow(expect.objectContaining({ code }))
  })
})

describe('quantileInterval', () => {
  it('takes order statistics of independent values at their exact ranks', () => {
    const sorted = Float64Array.from({ length: 100 }, (_, i) => i + 1)
    const { estimate, interval, autocorrelationTime: time } = quantileInterval(sorted, 0.5, { dependence: 'iid' })
    expect(estimate).toBe(50.5)
    expect(interval).toEqual({ low: 40, high: 61, level: orderStatisticRanks(100, 0.5).level, method: 'order-statistic', resampled: 'withinCells', centre: 50.5 })
    expect(time).toBeNull()
  })
  it('widens for values that queue behind each other, and says so', () => {
    const values = queue('busy', 9000, 0.7)
    const plain = quantileInterval(values, 0.9, { dependence: 'iid' }).interval!
    const { interval, flags, autocorrelationTime: time, effectiveSamples } = quantileInterval(values, 0.9)
    expect(interval!.method).toBe('order-statistic-dependent')
    expect(interval!.high! - interval!.low!).toBeGreaterThan(1.5 * (plain.high! - plain.low!))
    expect(time).toBeGreaterThan(2)
    expect(effectiveSamples).toBeCloseTo(9000 / time!, 9)
    expect(flags).toEqual(['autocorrelated'])
  })
  it('counts its ranks among the effective values, at the raised level, as scipy does', () => {
    for (const row of golden<{ ranks: (Series & { q: number; level: number; low: number | null; high: number | null })[] }>('autocorrelation-time').ranks) {
      const values = seriesOf(row)
      const sorted = values.slice().sort()
      const { low, high, level } = quantileInterval(values, row.q, { level: row.level }).interval!
      expect({ ...row, low: low === null ? null : sorted.indexOf(low) + 1, high: high === null ? null : sorted.indexOf(high) + 1, level }).toEqual(row)
    }
  })
  it('is that of independent values where no memory shows', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => (i * 37) % 101)
    expect(quantileInterval(values, 0.5)).toMatchObject({ autocorrelationTime: 1, interval: quantileInterval(values, 0.5, { dependence: 'iid' }).interval })
  })
  it('flags a dependence from one and a half values on', () => {
    expect(quantileInterval(queue('mild', 4000, 0.2), 0.5)).toMatchObject({ autocorrelationTime: expect.closeTo(1.31, 2) as unknown, interval: { method: 'order-statistic-dependent' }, flags: [] })
    expect(quantileInterval(queue('mild', 4000, 0.3), 0.5)).toMatchObject({ autocorrelationTime: expect.closeTo(1.7, 2) as unknown, flags: ['autocorrelated'] })
  })
  it('flags a memory that one cell cannot show', () => {
    expect(quantileInterval(queue('slow', 9000, 0.97), 0.5).flags).toEqual(['autocorrelated', 'autocorrelation-too-long'])
  })
  it('leaves open the end that too few values bound', () => {
    const { interval, flags } = quantileInterval(independent.slice(0, 500), 0.999)
    expect(interval!.high).toBeNull()
    expect(interval!.low).toBeGreaterThan(0)
    expect(flags).toEqual(['low-tail-count', 'unresolved-tail'])
    expect(() => quantileInterval(independent.slice(0, 500), 0.999, { strict: true })).toThrow('needs at least 3688')
    // 4000 would do, were they independent
    expect(quantileInterval(queue('busy', 4000, 0.8), 0.999).interval!.high).toBeNull()
    expect(() => quantileInterval(queue('busy', 4000, 0.8), 0.999, { strict: true })).toThrow(expect.objectContaining({ code: 'LAT_EST_UNRESOLVED' }))
  })
  it('flags an end that dependence leaves open', () => {
    expect(quantileInterval(kept(1, 1500, 0.7), 0.99, { level: 0.99 })).toMatchObject({ interval: { high: null }, flags: ['autocorrelated', 'low-tail-count', 'unresolved-tail'] })
  })
  it('calls a tail unresolved below five effective values', () => {
    // 5.59 and 4.74 beyond P99
    expect(quantileInterval(kept(2, 1000, 0.6), 0.99).flags).toEqual(['autocorrelated', 'low-tail-count'])
    expect(quantileInterval(kept(6, 1000, 0.6), 0.99).flags).toEqual(['autocorrelated', 'low-tail-count', 'unresolved-tail'])
  })
  it('counts the values beyond a quantile from both sides alike', () => {
    const flagsOf = (count: number, q: number): readonly string[] => quantileInterval(Float64Array.from({ length: count }, (_, i) => i), q, { dependence: 'iid' }).flags
    for (const [count, q] of [[20, 0.5], [100, 0.9], [100, 0.1], [1000, 0.99], [1000, 0.01]] as const) {
      expect(flagsOf(count, q)).toEqual([])
      expect(flagsOf(count - 1, q)).toEqual(['low-tail-count'])
    }
  })
  it('has an open interval for two values', () => {
    expect(quantileInterval([1, 2], 0.5).interval).toMatchObject({ low: null, high: null, level: 1, method: 'order-statistic' })
    expect(quantileInterval([1, 2], 0.5, { method: 'exact' }).interval).toMatchObject({ low: null, high: null, method: 'percentile-bootstrap-exact' })
  })
  it('has an estimate but no interval for one value, and a labelled one for equal values', () => {
    expect(quantileInterval([7], 0.5)).toMatchObject({ estimate: 7, interval: null, flags: ['low-tail-count', 'one-value', 'unresolved-tail'] })
    expect(quantileInterval(new Float64Array(35).fill(1e4), 0.5)).toMatchObject({ estimate: 1e4, interval: { low: 1e4, high: 1e4 }, flags: ['degenerate'] })
  })
  it('offers the percentile bootstrap, exact and drawn, for independent values', () => {
    const exact = quantileInterval(independent, 0.9, { method: 'exact' })
    const seeded = quantileInterval(independent, 0.9, { method: 'seeded', seed: 's', resamples: 20000 })
    expect(exact.interval!.method).toBe('percentile-bootstrap-exact')
    expect(seeded.interval!.method).toBe('percentile-bootstrap-seeded')
    expect(Math.abs(seeded.interval!.low! - exact.interval!.low!)).toBeLessThan(0.05 * (exact.interval!.high! - exact.interval!.low!))
    expect(quantileInterval(independent.slice(0, 500), 0.999, { method: 'exact' })).toMatchObject({ interval: { high: null }, flags: ['low-tail-count', 'unresolved-tail'] })
  })
  it('ends the bootstrap where half of 1 - level lies beyond', () => {
    // the median of a resample of five is at most 1 with P(Bin(5, 1/5) >= 3) = 0.058, at most 2 with 0.317, and the same from above
    for (const method of ['exact', 'seeded'] as const) {
      expect(quantileInterval([1, 2, 3.5, 7, 20], 0.5, { method, seed: 's', level: 0.85 }).interval).toMatchObject({ low: 2, high: 7 })
      expect(quantileInterval([1, 2, 3.5, 7, 20], 0.5, { method, seed: 's', level: 0.92 }).interval).toMatchObject({ low: 1, high: 20 })
    }
  })
  it.each<[string, object]>([
    ['LAT_EST_BAD_OPTION', { method: 'basic' }],
    ['LAT_EST_BAD_OPTION', { dependence: 'maybe' }],
    ['LAT_EST_BAD_OPTION', { dependence: 'auto', sorted: true }],
    ['LAT_EST_BAD_OPTION', { dependence: 'auto', method: 'exact' }],
    ['LAT_EST_SEED_REQUIRED', { method: 'seeded' }],
    ['LAT_EST_BAD_LEVEL', { level: 0 }],
  ])('refuses with %s: %j', (code, options) => {
    expect(() => quantileInterval([1, 2, 3], 0.5, options as QuantileIntervalOptions)).toThrow(expect.objectContaining({ code }))
  })
  it('nests in the level and holds its estimate', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 40, maxLength: 80 }), fc.constantFrom(0.25, 0.5, 0.9), (values, q) => {
        const narrow = quantileInterval(values, q, { level: 0.5 })
        const wide = quantileInterval(values, q, { level: 0.95 })
        expect(wide.interval!.low ?? -Infinity).toBeLessThanOrEqual(narrow.interval!.low!)
        expect(wide.interval!.high ?? Infinity).toBeGreaterThanOrEqual(narrow.interval!.high!)
        expect(wide.interval!.low ?? -Infinity).toBeLessThanOrEqual(wide.estimate)
        expect(wide.interval!.high ?? Infinity).toBeGreaterThanOrEqual(wide.estimate)
      }),
    )
  })
})

describe('quantileIntervals', () => {
  it('gives the same as one at a time, in the order asked for', () => {
    const values = queue('several', 4000, 0.6)
    expect(quantileIntervals(values, [0.9, 0.5])).toEqual([quantileInterval(values, 0.9), quantileInterval(values, 0.5)])
    expect(quantileIntervals(values, [0.5], { method: 'seeded', seed: 's' })).toEqual([quantileInterval(values, 0.5, { method: 'seeded', seed: 's' })])
    expect(quantileIntervals(values, [])).toEqual([])
  })
  it('refuses a bad quantile before it looks at the values', () => {
    expect(() => quantileIntervals([NaN], [0.5, 99])).toThrow('qs is 99; a quantile lies in [0, 1]. For P99 write 0.99')
    expect(() => quantileInterval([NaN], 99)).toThrow('q is 99')
  })
})

describe('pairedDifferenceQuantiles', () => {
  it('takes quantiles of the differences, not differences of the quantiles', () => {
    const pairs = Array.from({ length: 60 }, (_, i) => ({ key: `round ${i}`, baseline: 1000 + (i % 7), treatment: 1040 + (i % 7) + (i % 5) }))
    const [half, ninth] = pairedDifferenceQuantiles(pairs, [0.5, 0.9])
    expect(half).toMatchObject({ q: 0.5, estimate: 42, count: 60, interval: { resampled: 'acrossRepetitions' } })
    expect(ninth!.estimate).toBe(44)
  })
  it('refuses what pairedMedian refuses', () => {
    expect(() => pairedDifferenceQuantiles([], [0.5])).toThrow(expect.objectContaining({ code: 'LAT_EST_NO_PAIRS' }))
  })
})

describe('a memory that outlasts the cell', () => {
  // a machine that changes its speed every 3,000 requests or so: P99 alone looks almost independent
  const { uniform, exponential } = rng('speed steps')
  let speed = 1
  const values = Float64Array.from({ length: 30000 }, () => {
    if (uniform() < 1 / 3000) speed = 1 + 0.5 * uniform()
    return speed * (1 + 0.5 * exponential())
  })
  it('flags every quantile where it shows at the median', () => {
    expect(autocorrelationTime(values, 0.5).tooLong).toBe(true)
    expect(autocorrelationTime(values, 0.99).tooLong).toBe(false)
    for (const q of [0.5, 0.9, 0.99]) expect(quantileInterval(values, q).flags).toContain('autocorrelation-too-long')
  })
  it('is nothing to those who take the values for independent', () => {
    expect(quantileInterval(values, 0.99, { dependence: 'iid' })).toMatchObject({ autocorrelationTime: null, flags: [] })
  })
})
