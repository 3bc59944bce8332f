import { describe, expect, it } from 'vitest'
import {
  acrossRepetitions,
  equivalence,
  EstimatorInputError,
  groupQuantile,
  nearestRank,
  pairByKey,
  pairedDifferenceQuantiles,
  pairedMedian,
  pairedShift,
  quantile,
  quantileInterval,
  quantiles,
  quantileShift,
  resolvesQuantile,
} from '../src/index.js'
import { rng } from '../src/rng.js'

/** Mistakes that measuring tools were seen to make, each as the trial that would catch it here. */
describe('field trials', () => {
  it('01 keeps the median of differences and the difference of medians apart', () => {
    const passthrough = { r1: 10, r2: 20, r3: 30 }
    const enforce = { r1: 11, r2: 35, r3: 31 }
    expect(pairedMedian(pairByKey(passthrough, enforce).pairs).delta).toBe(1)
    expect(quantileShift(Object.values(enforce), Object.values(passthrough), 0.5).shift).toBe(11)
  })
  it('02 has one interpolating definition and one named nearest rank', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(quantiles(values, [0.5, 0.9, 0.99])).toEqual([5.5, expect.closeTo(9.1, 12), expect.closeTo(9.91, 12)])
    expect([0.5, 0.9, 0.99].map((q) => values[nearestRank(10, q) - 1])).toEqual([5, 9, 10])
  })
  it('03 agrees with numpy on the reference data', () => {
    const values = [0, 0, 0.3, 1.2, 1.23, 3.5, 10, 12, 23.3, 32.1]
    expect(quantiles(values, [0.25, 0.5, 0.75])).toEqual([expect.closeTo(0.525, 12), expect.closeTo(2.365, 12), expect.closeTo(11.5, 12)])
  })
  it('04 answers many as one at a time, without touching its input', () => {
    const values = [9, 1, 8, 2, 7, 3, 6, 4, 5, 0, 11, 10]
    const copy = [...values]
    expect(quantiles(values, [0, 0.05, 0.95, 1])).toEqual([0, expect.closeTo(0.55, 12), expect.closeTo(10.45, 12), 11])
    expect(values).toEqual(copy)
  })
  it('05 does not lose a small number beside a large one', () => {
    expect(quantile([-1e20, 100], 1)).toBe(100)
  })
  it('06 labels a constant sample instead of dividing by its spread', () => {
    const { estimate, interval, flags } = quantileInterval(new Float64Array(35).fill(10000), 0.5)
    expect([estimate, interval!.low, interval!.high]).toEqual([10000, 10000, 10000])
    expect(flags).toContain('degenerate')
  })
  it('07 refuses nothing, and gives one value no interval', () => {
    expect(() => quantile([], 0.5)).toThrow(EstimatorInputError)
    expect(quantileInterval([7], 0.5)).toMatchObject({ estimate: 7, interval: null })
  })
  it('09 pairs by repetition, not by place', () => {
    const { pairs, unpaired } = pairByKey({ 1: 100, 2: 110, 3: 500, 5: 120 }, { 1: 150, 2: 165, 4: 900, 5: 172 })
    expect(pairs.map(({ key }) => key)).toEqual(['1', '2', '5'])
    expect(pairs.map(({ baseline, treatment }) => treatment - baseline)).toEqual([50, 55, 52])
    expect(pairedMedian(pairs).delta).toBe(52)
    expect(unpaired).toEqual({ baseline: ['3'], treatment: ['4'] })
  })
  it('10 leaves a contended repetition out of both arms', () => {
    const { pairs } = pairByKey({ 1: 100, 2: 110, 3: 105 }, { 1: 150, 2: 165, 3: 400 }, { exclude: ['3'] })
    expect(pairs.map(({ key }) => key)).toEqual(['1', '2'])
    expect(pairedMedian(pairs).delta).toBe(52.5)
  })
  it('11 gives the pooled P99, the median of P99s and their mean different names', () => {
    const repetitions = [1, 1, 1, 1, 100].map((value) => new Array<number>(100).fill(value))
    expect(quantile(repetitions.flat(), 0.99)).toBe(100)
    const { estimate, perCell } = groupQuantile(repetitions, 0.99)
    expect(estimate).toBe(1)
    expect(perCell.reduce((sum, value) => sum + value, 0) / 5).toBe(20.8)
  })
  it('12 drops no value for being slow', () => {
    const direct = new Array<number>(100).fill(100)
    const proxy = [...new Array<number>(80).fill(110), ...new Array<number>(20).fill(250)]
    expect(quantileShift(proxy, direct, 0.9).shift).toBe(150)
  })
  it('13 does not clamp a negative shift', () => {
    expect(quantileShift([480, 495, 505], [500, 510, 520], 0.5).shift).toBe(-15)
  })
  it('14 never passes the maximum of 500 values for their P99.9', () => {
    const { exponential } = rng('five hundred')
    const values = Float64Array.from({ length: 500 }, exponential)
    expect(resolvesQuantile(500, 0.999)).toBe(false)
    const { flags, interval } = quantileInterval(values, 0.999)
    expect(flags).toContain('unresolved-tail')
    expect(interval!.high).toBeNull()
    expect(() => quantileInterval(values, 0.999, { strict: true })).toThrow('needs at least 3688')
  })
  it('15 does not let one outlier in 1001 move P99', () => {
    const values = [...new Array<number>(1000).fill(1), 1e7]
    expect(quantile(values, 0.99)).toBe(1)
    expect(values[nearestRank(1001, 0.99) - 1]).toBe(1)
  })
  it('18 names index and value of what is no number', () => {
    expect(() => quantile([1, 2, 'NaN', 3, 'Infinity', -5] as number[], 0.5)).toThrow('values[2] is "NaN"')
    expect(() => quantile([1, 2, 3, Infinity], 0.5)).toThrow('values[3] is Infinity')
    expect(() => quantile([1, 2, 3, -5], 0.5, { kind: 'duration' })).toThrow('values[3] is -5')
  })
  it('20 gives one cell the same interval whatever stands around it', () => {
    const { exponential, shuffle } = rng('neighbours')
    const cell = Array.from({ length: 300 }, exponential)
    const options = { method: 'seeded', seed: 'cell' } as const
    const before = quantileInterval(cell, 0.9, options)
    Math.random()
    quantileInterval(shuffle(cell), 0.5, { ...options, seed: 'another cell' })
    expect(quantileInterval(shuffle(cell), 0.9, options)).toEqual(before)
  })
  it('21 scales estimate and interval with the unit', () => {
    const us = quantileShift([400, 500, 600, 700, 800, 900], [100, 200, 300, 400, 500, 600], 0.5)
    const ms = quantileShift([0.4, 0.5, 0.6, 0.7, 0.8, 0.9], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 0.5)
    expect(ms.shift * 1000).toBeCloseTo(us.shift, 9)
    expect(ms.withinCells!.low! * 1000).toBeCloseTo(us.withinCells!.low!, 9)
    expect(ms.withinCells!.high! * 1000).toBeCloseTo(us.withinCells!.high!, 9)
  })
  it('22 interpolates ties by its one definition', () => {
    const direct = new Array<number>(10).fill(5)
    const treatment = [5, 5, 5, 5, 5, 6, 6, 6, 6, 6]
    expect(quantileShift(treatment, direct, 0.5).shift).toBe(0.5)
    expect(treatment[nearestRank(10, 0.5) - 1]! - direct[nearestRank(10, 0.5) - 1]!).toBe(0)
  })
  it('shows both modes of a proxy that delays every fifth request, instead of one centre', () => {
    const pairs = Array.from({ length: 200 }, (_, i) => ({ key: `${i}`, baseline: 10, treatment: i % 5 === 4 ? 60 : 10 }))
    const [half, nine] = pairedDifferenceQuantiles(pairs, [0.5, 0.9])
    expect([half!.estimate, nine!.estimate]).toEqual([0, 50])
  })
  it('passes an A/A whose differences alternate and fails one that is off, whatever their signs agree on', () => {
    const verdict = (deltas: readonly number[]): string => equivalence(acrossRepetitions(deltas, 0.9).t, { low: -50, high: 50 })
    expect(verdict([3, -3, 3, -3, 3, -3, 3, -3])).toBe('within')
    expect(verdict([61, 60, 59, 60, 61, 59, 60, 60])).toBe('outside')
  })
  it('gives no interval across two repetitions', () => {
    const flat = new Array<number>(10).fill(1)
    const { acrossRepetitions } = pairedShift(['r1', 'r2'].map((key) => ({ key, baseline: flat, treatment: flat })), 0.5, { seed: 'two' })
    expect([acrossRepetitions.t, acrossRepetitions.distributionFree]).toEqual([null, null])
  })
})
