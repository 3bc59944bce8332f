import { describe, expect, it } from 'vitest'
import { acrossRepetitions, acrossRuns, nullCalibration, predictionInterval, quantileShift, type RunEstimate } from '../src/index.js'
import { normalQuantile, studentQuantile } from '../src/elementary.js'
import { proportionInterval } from '../src/proportion-interval.js'
import { rng } from '../src/rng.js'

const run = (key: string, estimate: number, standardError: number): RunEstimate => ({ key, estimate, standardError })

describe('predictionInterval', () => {
  const deltas = [502, 498, 492, 522, 469]
  it('is wider than the interval for the truth, and narrower for a mean of more', () => {
    const one = predictionInterval(deltas).t!
    const five = predictionInterval(deltas, { repetitions: 5 }).t!
    const truth = acrossRepetitions(deltas).t!
    expect(one.high! - one.low!).toBeGreaterThan(five.high! - five.low!)
    // the error of the mean, twice over
    expect((five.high! - five.low!) / (truth.high! - truth.low!)).toBeCloseTo(Math.SQRT2, 12)
    expect(one).toMatchObject({ method: 'student-t-prediction', centre: 496.6 })
  })
  it('covers one next value between the extremes with probability (n - 1) / (n + 1)', () => {
    expect(predictionInterval(deltas)).toMatchObject({ distributionFree: { low: 469, high: 522, level: 4 / 6 }, flags: ['too-few-repetitions'] })
    const many = predictionInterval(Float64Array.from({ length: 39 }, (_, i) => i))
    expect(many).toMatchObject({ distributionFree: { low: 0, high: 38, level: 0.95 }, flags: [] })
    expect(predictionInterval(Float64Array.from({ length: 79 }, (_, i) => i)).distributionFree).toMatchObject({ low: 1, high: 77, level: 0.95 })
    expect(predictionInterval(Float64Array.from({ length: 38 }, (_, i) => i))).toMatchObject({ distributionFree: { low: 0, high: 37, level: 37 / 39 }, flags: ['too-few-repetitions'] })
    expect(predictionInterval(deltas, { repetitions: 2 }).distributionFree).toBeNull()
  })
  it('predicts nothing from two', () => {
    expect(predictionInterval([1, 2, 3])).toMatchObject({ t: { centre: 2 }, distributionFree: { low: 1, high: 3, level: 0.5 } })
    expect(predictionInterval([1, 2])).toEqual({ t: null, distributionFree: null, flags: ['too-few-repetitions'] })
    expect(() => predictionInterval(deltas, { repetitions: 0 })).toThrow('repetitions is 0')
  })
})

describe('acrossRuns', () => {
  it('is the plain weighted mean where the runs agree', () => {
    const { estimate, interval, betweenRuns, heterogeneity } = acrossRuns([run('a', 100, 10), run('b', 100, 10), run('c', 103, 5)])
    expect(estimate).toBeCloseTo((100 + 100 + 4 * 103) / 6, 12)
    expect({ betweenRuns, heterogeneity }).toEqual({ betweenRuns: 0, heterogeneity: 0 })
    // never narrower than the errors of the runs themselves allow
    expect(interval.high! - interval.low!).toBeCloseTo(2 * studentQuantile(0.975, 2) / Math.sqrt(1 / 100 + 1 / 100 + 1 / 25), 9)
  })
  it('finds the variance between runs that makes their misfit as expected', () => {
    // equal errors: between^2 = sample variance - error^2 = 900 - 100
    const { estimate, betweenRuns, heterogeneity, interval, prediction } = acrossRuns([run('a', 470, 10), run('b', 500, 10), run('c', 530, 10)])
    expect(estimate).toBeCloseTo(500, 9)
    expect(betweenRuns).toBeCloseTo(Math.sqrt(800), 9)
    expect(heterogeneity).toBeCloseTo(1 - 2 / 18, 12)
    expect(interval).toMatchObject({ method: 'hartung-knapp', resampled: 'acrossRuns' })
    expect(interval.high).toBeCloseTo(500 + studentQuantile(0.975, 2) * Math.sqrt(300), 6)
    expect(prediction.high).toBeCloseTo(500 + studentQuantile(0.975, 1) * Math.sqrt(1100), 5)
  })
  it('finds it where half of the runs lie at each end', () => {
    // sample variance 4 * 0.995^2 / 3, error^2 0.01
    const { betweenRuns } = acrossRuns([run('a', 0, 0.1), run('b', 0, 0.1), run('c', 1.99, 0.1), run('d', 1.99, 0.1)])
    expect(betweenRuns).toBeCloseTo(Math.sqrt((4 * 0.995 * 0.995) / 3 - 0.01), 9)
  })
  it('needs three', () => {
    expect(() => acrossRuns([run('a', 1, 1), run('b', 1, 1)])).toThrow('runs has 2 runs; at least 3 are needed')
  })
  it.each([
    ['LAT_EST_TOO_FEW', [run('a', 1, 1), run('b', 1, 1)]],
    ['LAT_EST_REPEATED_KEY', [run('a', 1, 1), run('a', 1, 1), run('b', 1, 1)]],
    ['LAT_EST_BAD_OPTION', [run('a', NaN, 1), run('b', 1, 1), run('c', 1, 1)]],
    ['LAT_EST_BAD_OPTION', [run('a', 1, 0), run('b', 1, 1), run('c', 1, 1)]],
    ['LAT_EST_BAD_OPTION', [run('a', 1, 1), run('b', 1, Infinity), run('c', 1, 1)]],
  ])('refuses with %s', (code, runs) => {
    expect(() => acrossRuns(runs)).toThrow(expect.objectContaining({ code }))
  })
  it('covers the truth of simulated runs as often as it says', () => {
    const { uniform } = rng('runs')
    const normal = (): number => normalQuantile(uniform() || 0.5)
    let covered = 0
    for (let i = 0; i < 400; i++) {
      const runs = ['a', 'b', 'c', 'd', 'e'].map((key) => run(key, 20 * normal() + 8 * normal(), 8))
      const { low, high } = acrossRuns(runs).interval
      if (low! <= 0 && high! >= 0) covered++
    }
    expect(covered / 400).toBeGreaterThan(0.92)
  })
})

describe('nullCalibration', () => {
  const { exponential } = rng('A/A')
  const pairs = Array.from({ length: 60 }, () => [0, 1].map(() => Float64Array.from({ length: 50 }, exponential)))
  it('finds a sound estimator consistent with its level, and an eager one not', () => {
    const sound = nullCalibration(pairs, ([a, b]) => {
      const { shift, withinCells } = quantileShift(a!, b!, 0.5)
      return { estimate: shift, interval: withinCells }
    })
    expect(sound).toMatchObject({ count: 60, unbounded: 0, consistent: true })
    expect(sound.nullBand.low).toBeLessThan(0)
    expect(sound.floor).toBeGreaterThan(sound.nullBand.high)
    const eager = nullCalibration(pairs, ([a, b]) => {
      const estimate = a![0]! - b![0]!
      return { estimate, interval: { low: estimate - 0.1, high: estimate + 0.1 } }
    })
    expect(eager.consistent).toBe(false)
    expect(eager.rate).toBeGreaterThan(0.5)
  })
  it('counts what could not have failed apart', () => {
    expect(nullCalibration([1, -2, 3], (estimate) => ({ estimate, interval: null }))).toMatchObject({ unbounded: 3, rate: null, rateInterval: null, consistent: null, floor: 3 })
    expect(nullCalibration([1], (estimate) => ({ estimate, interval: { low: 0.5, high: null } }))).toMatchObject({ falsePositives: 1, rate: 1 })
    const open = { low: null, high: null }
    const intervals = [open, { low: null, high: -1 }, { low: 0, high: 2 }, { low: -2, high: 0 }, { low: null, high: 3 }, { low: -3, high: null }]
    expect(nullCalibration(intervals, (interval) => ({ estimate: 0, interval }))).toMatchObject({ count: 6, unbounded: 1, falsePositives: 1, rate: 0.2 })
  })
  it('has a floor on either side, and a band of the middle share', () => {
    const zero = (estimate: number): { estimate: number; interval: null } => ({ estimate, interval: null })
    expect(nullCalibration([1, -4, 2], zero).floor).toBe(4)
    expect(nullCalibration([1, -4, 7], zero).floor).toBe(7)
    expect(nullCalibration(Float64Array.from({ length: 101 }, (_, i) => i - 50) as unknown as number[], zero, 0.9).nullBand).toEqual({ low: expect.closeTo(-45, 9) as unknown, high: expect.closeTo(45, 9) as unknown })
  })
  it('refuses no pairs and estimates that are no numbers', () => {
    expect(() => nullCalibration([], () => ({ estimate: 0, interval: null }))).toThrow('has 0 A/A pairs; at least 1 are needed')
    expect(() => nullCalibration([1], () => ({ estimate: NaN, interval: null }))).toThrow('A/A pair is NaN')
  })
})

describe('proportionInterval', () => {
  it('has the published ends', () => {
    const { low, high } = proportionInterval(5, 100, 0.95)
    expect(low).toBeCloseTo(0.016432, 6)
    expect(high).toBeCloseTo(0.112835, 6)
    expect(proportionInterval(0, 10, 0.95)).toEqual({ low: 0, high: expect.closeTo(0.308497, 6) as unknown })
    expect(proportionInterval(10, 10, 0.95)).toEqual({ low: expect.closeTo(0.691503, 6) as unknown, high: 1 })
  })
})
