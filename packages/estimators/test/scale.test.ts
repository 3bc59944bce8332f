import { describe, expect, it } from 'vitest'
import { acrossRepetitions, acrossRuns, autocorrelationTime, minimumDetectableEffect, predictionInterval, quantileShift } from '../src/index.js'
import { powerOfTwoAtMost } from '../src/power-of-two.js'

const units = [1e-170, 1e-30, 1e30, 1e170, 1e300] as const

describe('powerOfTwoAtMost', () => {
  it.each([
    [1, 1],
    [1.99, 1],
    [2, 2],
    [0.75, 0.5],
    [0.5, 0.5],
    [5e-324, 5e-324],
    [1.7976931348623157e308, 2 ** 1023],
  ])('of %d is %d', (x, power) => {
    expect(powerOfTwoAtMost(x)).toBe(power)
  })
})

describe('the unit of the values', () => {
  const deltas = [502, 498, 492, 522, 469]
  it.each(units)('changes nothing across repetitions at %d', (unit) => {
    const plain = acrossRepetitions(deltas)
    const scaled = acrossRepetitions(deltas.map((d) => d * unit))
    for (const ratio of [scaled.mean / plain.mean, scaled.standardDeviation! / plain.standardDeviation!, scaled.t!.low! / plain.t!.low!].map((r) => r / unit)) expect(ratio).toBeCloseTo(1, 12)
  })
  it.each(units)('changes nothing across runs at %d', (unit) => {
    const runs = [470, 500, 540].map((estimate, i) => ({ key: `run ${i}`, estimate, standardError: 10 + i }))
    const plain = acrossRuns(runs)
    const scaled = acrossRuns(runs.map(({ key, estimate, standardError }) => ({ key, estimate: estimate * unit, standardError: standardError * unit })))
    for (const ratio of [scaled.estimate / plain.estimate, scaled.betweenRuns / plain.betweenRuns, scaled.interval.high! / plain.interval.high!].map((r) => r / unit)) expect(ratio).toBeCloseTo(1, 12)
    expect(scaled.heterogeneity).toBeCloseTo(plain.heterogeneity, 12)
  })
  it.each(units)('changes no autocorrelation time at %d', (unit) => {
    expect(autocorrelationTime([1, 1, 1, 1, 9, 9, 9, 9].map((v) => v * unit)).time).toBeCloseTo(2.25, 12)
  })
  it('may not be so small that a difference is no number', () => {
    const wide = Array.from({ length: 100 }, (_, i) => (i - 50) * 3e306)
    expect(() => quantileShift(wide, wide.map((v) => -v), 0.5)).toThrow('so far apart')
    expect(() => acrossRepetitions([-1.5e308, 1.5e308, 1])).toThrow('deltas lie so far apart')
    expect(() => acrossRuns([-1.5e308, 1.5e308, 1].map((estimate, i) => ({ key: `${i}`, estimate, standardError: 1 })))).toThrow('so far apart')
  })
  it('may differ widely between a standard error and the range of the runs', () => {
    const runs = [0, 1e200, 3e200].map((estimate, i) => ({ key: `run ${i}`, estimate, standardError: 1 }))
    expect(acrossRuns(runs).betweenRuns / (1e200 * Math.sqrt(7 / 3))).toBeCloseTo(1, 9)
  })
})

describe('a level next to 1', () => {
  const level = 0.9999999999999999
  it('has finite ends', () => {
    const deltas = [502, 498, 492, 522, 469]
    for (const { low, high } of [acrossRepetitions(deltas, level).t!, predictionInterval(deltas, { level }).t!]) {
      expect(low).toBeLessThan(-1e3)
      expect(high).toBeGreaterThan(1e3)
      expect(high).toBeLessThan(Infinity)
    }
    expect(minimumDetectableEffect({ standardDeviation: 1, repetitions: 30, level })).toBeGreaterThan(minimumDetectableEffect({ standardDeviation: 1, repetitions: 30 }))
  })
})
