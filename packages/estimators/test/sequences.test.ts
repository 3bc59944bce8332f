import { describe, expect, it } from 'vitest'
import { adjustedShift, canaryCoefficient, changePoint, changePoints, confidenceSequence, type CanaryPair } from '../src/index.js'
import { rng } from '../src/rng.js'
import { orders } from './brute-force.js'

describe('changePoint', () => {
  it('finds place and size of a step', () => {
    const found = changePoint([10, 12, 11, 13, 10, 12, 31, 30, 33, 32, 30, 31], { seed: 'step' })
    expect(found).toMatchObject({ index: 6, before: 11.5, after: 31, size: 19.5 })
    expect(found.pValue).toBeLessThan(0.01)
  })
  it('puts the step of a steady rise into its middle', () => {
    expect(changePoint([1, 2, 3, 4, 5, 6], { seed: 'rise', permutations: 99 }).index).toBe(3)
  })
  it('is not taken in by one outlier or by nothing', () => {
    expect(changePoint([10, 12, 11, 500, 10, 12, 11, 12, 10, 13], { seed: 'outlier' }).pValue).toBeGreaterThan(0.1)
    expect(changePoint([5, 5, 5, 5], { seed: 'flat' }).pValue).toBe(1)
  })
  it('leaves two values on each side', () => {
    expect(changePoint([1, 9, 9, 9, 9, 9], { seed: 'early', permutations: 99 }).index).toBe(2)
    expect(changePoint([1, 1, 1, 1, 1, 9], { seed: 'late', permutations: 99 }).index).toBe(4)
    expect(changePoint([5, 5, 5, 5, 5, 5], { seed: 'flat', permutations: 99 }).index).toBe(2)
  })
  it.each([[[1, 3, 2, 5, 4, 6]], [[2, 1, 1, 3, 3, 2]], [[4, 1, 6, 2, 5, 3]], [[1, 5, 6, 2, 4, 3]]])('judges %j by the share of all its orders that step as sharply', (series) => {
    // the place with the largest |sum of ranks - expected| / sqrt(k (n - k)), over all 720 orders
    const ranks = series.map((value) => series.filter((other) => other < value).length + (series.filter((other) => other === value).length + 1) / 2)
    const sharpness = (row: readonly number[]): number =>
      Math.max(...[2, 3, 4].map((k) => Math.abs(row.slice(0, k).reduce((sum, rank) => sum + rank, 0) - (k * 7) / 2) / Math.sqrt(k * (6 - k))))
    const all = orders(ranks)
    const share = all.filter((row) => sharpness(row) >= sharpness(ranks) - 1e-9).length / all.length
    const { pValue } = changePoint(series, { seed: 'orders', permutations: 20000 })
    expect(Math.abs(pValue - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / 20000) + 1e-4)
  })
  it('shuffles 1999 times unless told otherwise', () => {
    expect(changePoint([1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 9, 9], { seed: 'default' }).pValue).toBe(1 / 2000)
  })
  it('errs as often as it says where nothing changed', () => {
    const { uniform } = rng('nulls')
    let claimed = 0
    for (let i = 0; i < 200; i++) if (changePoint(Float64Array.from({ length: 12 }, uniform), { seed: `null ${i}`, permutations: 199 }).pValue <= 0.05) claimed++
    expect(claimed / 200).toBeLessThan(0.1)
  })
  it('depends on its series and seed only', () => {
    const series = [1, 3, 2, 5, 4, 6, 5, 7]
    expect(changePoint(series, { seed: 'a' })).toEqual(changePoint(series, { seed: 'a' }))
    expect(changePoint(series.map((v) => 3 * v + 100), { seed: 'a' }).pValue).toBe(changePoint(series, { seed: 'a' }).pValue)
  })
  it.each<[string, number[], object]>([
    ['LAT_EST_TOO_FEW', [1, 2, 3], { seed: 's' }],
    ['LAT_EST_SEED_REQUIRED', [1, 2, 3, 4], {}],
    ['LAT_EST_BAD_OPTION', [1, 2, 3, 4], { seed: 's', permutations: 10 }],
    ['LAT_EST_NOT_A_NUMBER', [1, 2, NaN, 4], { seed: 's' }],
  ])('refuses with %s', (code, series, options) => {
    expect(() => changePoint(series, options as { seed: string })).toThrow(expect.objectContaining({ code }))
  })
})

describe('changePoints', () => {
  it('needs two values on each side', () => {
    expect(() => changePoint([1, 2, 3], { seed: 's' })).toThrow('series has 3 values; at least 4 are needed')
  })
  it('corrects for the number of series and keeps each one its own', () => {
    const step = [1, 2, 1, 2, 1, 9, 8, 9, 8, 9]
    const flat = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]
    const [a, b] = changePoints({ p50: step, p99: flat }, { seed: 'run' })
    expect(a).toMatchObject({ key: 'p50', index: 5, size: 8 })
    expect(a!.adjustedPValue).toBeCloseTo(2 * a!.pValue, 12)
    expect(b!.adjustedPValue).toBeGreaterThan(0.1)
    expect(changePoints({ p50: step }, { seed: 'run' })[0]!.pValue).toBe(a!.pValue)
  })
})

describe('confidenceSequence', () => {
  it('is open until the bet can win, and then closes from the extremes inwards', () => {
    const { looks, excludedAt, interval } = confidenceSequence([5, 6, 4, 7, 5.5, 6.5, 4.5, 5.2])
    expect(looks.map(({ low }) => low)).toEqual([null, null, null, null, null, null, 4, 4])
    expect(looks[6]).toEqual({ count: 7, low: 4, high: 7 })
    expect(excludedAt).toBe(7)
    expect(interval).toMatchObject({ method: 'sign-mixture-sequence', level: 0.95, centre: 5.35 })
  })
  it('leaves out the r smallest from as many repetitions on as the winnings say (scipy.special.betaln)', () => {
    const { looks } = confidenceSequence(Float64Array.from({ length: 160 }, (_, i) => i + 1))
    const firstWith = (rank: number): number => looks.find(({ low }) => low === rank)!.count
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 58].map(firstWith)).toEqual([7, 12, 16, 19, 22, 26, 29, 32, 34, 37, 64, 89, 157])
  })
  it('pays on n of n what a Beta(1/2, 1/2) bet wins', () => {
    // (1 3 5 … 13) / (2 4 6 … 14) of 2^7 = 26.81, which pays a stake of 25 and not of 27.5
    const deltas = [5, 6, 4, 7, 5.5, 6.5, 4.5]
    expect(confidenceSequence(deltas, { level: 1 - 1 / 25 }).interval.low).toBe(4)
    expect(confidenceSequence(deltas, { level: 1 - 1 / 27.5 }).interval.low).toBeNull()
  })
  it('ends with its latest look', () => {
    const { looks, interval } = confidenceSequence(Float64Array.from({ length: 12 }, (_, i) => i + 1))
    expect(looks.slice(-2)).toEqual([{ count: 11, low: 1, high: 11 }, { count: 12, low: 2, high: 11 }])
    expect(interval).toMatchObject({ low: 2, high: 11 })
  })
  it('narrows to the median', () => {
    const { exponential } = rng('long series')
    const { interval } = confidenceSequence(Float64Array.from({ length: 2000 }, exponential))
    expect(interval.low).toBeLessThan(Math.LN2)
    expect(interval.high).toBeGreaterThan(Math.LN2)
    expect(interval.high! - interval.low!).toBeLessThan(0.25)
  })
  it('rarely stops a run in which nothing differs, however often it looks', () => {
    const { uniform } = rng('sequence nulls')
    let stopped = 0
    for (let i = 0; i < 500; i++) if (confidenceSequence(Float64Array.from({ length: 100 }, () => uniform() - 0.5)).excludedAt !== null) stopped++
    expect(stopped / 500).toBeLessThanOrEqual(0.05)
  })
  it('asks about another null where told to', () => {
    const deltas = [5, 6, 4, 7, 5.5, 6.5, 4.5]
    expect(confidenceSequence(deltas, { nullValue: 5 }).excludedAt).toBeNull()
    expect(confidenceSequence(deltas, { nullValue: 8 }).excludedAt).toBe(7)
    for (const nullValue of [4, 7]) expect(confidenceSequence(deltas, { nullValue }).excludedAt).toBeNull()
    expect(confidenceSequence(deltas, { level: 0.8 }).excludedAt).toBe(5)
  })
  it.each([
    ['LAT_EST_EMPTY', [], {}],
    ['LAT_EST_NOT_A_NUMBER', [1, NaN], {}],
    ['LAT_EST_NOT_FINITE', [Infinity], {}],
    ['LAT_EST_BAD_LEVEL', [1], { level: 95 }],
    ['LAT_EST_BAD_OPTION', [1], { nullValue: NaN }],
  ])('refuses with %s', (code, deltas, options) => {
    expect(() => confidenceSequence(deltas, options)).toThrow(expect.objectContaining({ code }))
  })
})

describe('adjustedShift', () => {
  const drifts = [-30, 10, 25, -5, 40, -20, 8]
  const pairs: CanaryPair[] = drifts.map((drift, i) => ({ key: `r${i}`, delta: 500 + 2 * drift + (i % 2), canaryDelta: drift }))
  it('takes out what the canary saw, and shows the plain result beside', () => {
    const { shift, acrossRepetitions, unadjusted, varianceRatio } = adjustedShift(pairs, 2)
    expect(shift).toBe(500)
    expect(acrossRepetitions.standardDeviation).toBeLessThan(1)
    expect(unadjusted.standardDeviation).toBeGreaterThan(40)
    expect(varianceRatio).toBeLessThan(0.001)
  })
  it('is the plain result at coefficient 0', () => {
    const { acrossRepetitions, unadjusted, varianceRatio } = adjustedShift(pairs, 0)
    expect(acrossRepetitions).toEqual(unadjusted)
    expect(varianceRatio).toBe(1)
    expect(adjustedShift(pairs.slice(0, 1), 1).varianceRatio).toBeNull()
  })
  it('learns its coefficient from earlier runs', () => {
    expect(canaryCoefficient(drifts.map((drift, i) => ({ key: `h${i}`, delta: 100 + 1.5 * drift, canaryDelta: drift })))).toBeCloseTo(1.5, 12)
    // neither mean is zero: slope of (1, 4), (2, 9), (6, 11) is 16 / 14 by hand
    const history = [[1, 4], [2, 9], [6, 11]].map(([canaryDelta, delta], i) => ({ key: `h${i}`, delta: delta!, canaryDelta: canaryDelta! }))
    expect(canaryCoefficient(history)).toBeCloseTo(16 / 14, 14)
    const small = history.map(({ key, delta, canaryDelta }) => ({ key, delta: delta / 1000, canaryDelta: canaryDelta / 1000 }))
    expect(canaryCoefficient(small)).toBeCloseTo(16 / 14, 12)
    expect(adjustedShift(small, 0).varianceRatio).toBe(1)
    expect(() => canaryCoefficient(history.slice(1))).toThrow('history has 2 pairs; at least 3 are needed')
  })
  it.each<[string, () => unknown]>([
    ['LAT_EST_NO_PAIRS', () => adjustedShift([], 1)],
    ['LAT_EST_REPEATED_KEY', () => adjustedShift([pairs[0]!, pairs[0]!], 1)],
    ['LAT_EST_NOT_A_NUMBER', () => adjustedShift([{ key: 'r', delta: 1, canaryDelta: NaN }], 1)],
    ['LAT_EST_NOT_A_NUMBER', () => adjustedShift([{ key: 'r', delta: 5, canaryDelta: null as unknown as number }], 2)],
    ['LAT_EST_NOT_FINITE', () => adjustedShift([{ key: 'r', delta: Infinity, canaryDelta: 0 }], 0)],
    ['LAT_EST_NOT_FINITE', () => adjustedShift([{ key: 'r', delta: 1e308, canaryDelta: -1e308 }], 0)],
    ['LAT_EST_BAD_OPTION', () => adjustedShift(pairs, NaN)],
    ['LAT_EST_TOO_FEW', () => canaryCoefficient(pairs.slice(0, 2))],
    ['LAT_EST_BAD_OPTION', () => canaryCoefficient(pairs.map((pair) => ({ ...pair, canaryDelta: 3 })))],
  ])('refuses with %s', (code, act) => {
    expect(act).toThrow(expect.objectContaining({ code }))
  })
})
