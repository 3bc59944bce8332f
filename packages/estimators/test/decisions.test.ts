import { describe, expect, it } from 'vitest'
import { studentQuantile } from '../src/elementary.js'
import { equivalence, minimumDetectableEffect, repetitionsNeeded, type Budget } from '../src/index.js'

describe('equivalence', () => {
  it.each([
    ['within', 480, 515, { high: 1000 }],
    ['within', -5, 5, { low: -10, high: 10 }],
    ['within', 0, 10, { low: 0, high: 10 }],
    ['outside', 1001, 1100, { high: 1000 }],
    ['outside', -30, -20, { low: -10, high: 10 }],
    ['unresolved', 900, 1100, { high: 1000 }],
    ['unresolved', -20, 20, { low: -10, high: 10 }],
    ['unresolved', 900, null, { high: 1000 }],
    ['outside', 1100, null, { high: 1000 }],
    ['within', null, 900, { high: 1000 }],
    ['unresolved', null, null, { high: 1000 }],
    ['unresolved', 1000, 1100, { high: 1000 }],
    ['unresolved', -30, -10, { low: -10, high: 10 }],
    ['unresolved', -20, 5, { low: -10, high: 10 }],
    ['unresolved', null, 5, { low: -10, high: 10 }],
    ['within', 5, 5, { low: 5, high: 5 }],
  ] as const)('is %s for [%s, %s] against %j', (verdict, low, high, budget) => {
    expect(equivalence({ low, high }, budget)).toBe(verdict)
  })
  it('is unresolved without an interval', () => {
    expect(equivalence(null, { high: 1 })).toBe('unresolved')
  })
  it.each([
    [{ low: 5, high: 1 }, { high: 3 }, 'interval is "5 … 1"'],
    [{ low: 1, high: 2 }, { high: 3, lo: 5 }, 'options is "lo"'],
  ])('refuses %j against %j', (interval, budget, named) => {
    expect(() => equivalence(interval, budget)).toThrow(named)
  })
  it.each<[Budget]>([[{}], [{ low: 3, high: 2 }], [{ high: NaN }], [{ low: null, high: null }]])('refuses the budget %j', (budget) => {
    expect(() => equivalence({ low: 0, high: 1 }, budget)).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_OPTION' }))
  })
})

describe('repetitionsNeeded', () => {
  it.each([
    [19.1, 10, 17],
    [19.1, 5, 59],
    [19.1, 2, 353],
    [77.6, 30, 29],
  ])('for a deviation of %d and a half width of %d is %d', (standardDeviation, halfWidth, repetitions) => {
    expect(repetitionsNeeded({ standardDeviation, halfWidth })).toBe(repetitions)
  })
  it('undoes minimumDetectableEffect', () => {
    for (const repetitions of [2, 3, 5, 17, 200]) {
      const effect = minimumDetectableEffect({ standardDeviation: 19.1, repetitions })
      expect(repetitionsNeeded({ standardDeviation: 19.1, effect: effect * (1 + 1e-9) })).toBe(repetitions)
      expect(repetitionsNeeded({ standardDeviation: 19.1, effect })).toBe(repetitions)
      expect(repetitionsNeeded({ standardDeviation: 19.1, halfWidth: (studentQuantile(1 - (1 - 0.95) / 2, repetitions - 1) * 19.1) / Math.sqrt(repetitions) })).toBe(repetitions)
    }
  })
  it('asks for more of a less efficient estimate, and for 2 where nothing varies', () => {
    expect(repetitionsNeeded({ standardDeviation: 19.1, halfWidth: 10, efficiency: 0.955 })).toBe(18)
    expect(repetitionsNeeded({ standardDeviation: 0, halfWidth: 10 })).toBe(2)
    expect(repetitionsNeeded({ standardDeviation: 0, effect: 0.5 })).toBe(2)
    expect(repetitionsNeeded({ standardDeviation: 1, effect: 1 })).toBe(10)
    expect(repetitionsNeeded({ standardDeviation: 1, halfWidth: 0.5 })).toBe(18)
    expect(() => repetitionsNeeded({ standardDeviation: 1, halfWidth: 0 })).toThrow('halfWidth is 0')
    expect(() => repetitionsNeeded({ standardDeviation: 1, effect: 0 })).toThrow('effect is 0')
  })
  it.each<[object]>([
    [{ standardDeviation: 1 }],
    [{ standardDeviation: 1, halfWidth: 1, effect: 1 }],
    [{ standardDeviation: 1, halfWidth: 0 }],
    [{ standardDeviation: -1, halfWidth: 1 }],
    [{ standardDeviation: Infinity, halfWidth: 1 }],
    [{ standardDeviation: 1, halfWidth: Infinity }],
    [{ standardDeviation: 1, effect: 1, power: 1 }],
    [{ standardDeviation: 1, effect: 1, power: 0 }],
    [{ standardDeviation: 1, effect: 1, power: 1.5 }],
    [{ standardDeviation: 1, effect: 1, power: 80 }],
    [{ standardDeviation: 1, effect: 1, efficiency: 2 }],
    [{ standardDeviation: 1, effect: 1, efficiency: 0 }],
    [{ standardDeviation: 1e9, halfWidth: 1e-9 }],
  ])('refuses %j', (design) => {
    expect(() => repetitionsNeeded(design as { standardDeviation: number })).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_OPTION' }))
  })
})

describe('minimumDetectableEffect', () => {
  it.each([
    [2, 16.334008869921032],
    [3, 5.653489266405565],
    [5, 3.7610602610043022],
    [10, 3.1496356782722197],
    [50, 2.8580088818811595],
    [1000, 2.804282031082359],
  ])('at %d repetitions is where the noncentral t law has its power (scipy.stats.nct)', (repetitions, errors) => {
    expect(minimumDetectableEffect({ standardDeviation: Math.sqrt(repetitions), repetitions }) / errors).toBeCloseTo(1, 10)
  })
  it('finds what needs more than twice the reach of the interval', () => {
    expect(minimumDetectableEffect({ standardDeviation: Math.sqrt(1000), repetitions: 1000, power: 0.9999 }) / 5.684452217496471).toBeCloseTo(1, 10)
  })
  it('is never negative, and nothing for a power that the level gives away', () => {
    expect(minimumDetectableEffect({ standardDeviation: 10, repetitions: 10, power: 0.01 })).toBe(0)
    expect(minimumDetectableEffect({ standardDeviation: 10, repetitions: 10, power: 0.03 })).toBeGreaterThan(0)
    expect(minimumDetectableEffect({ standardDeviation: 0, repetitions: 2 })).toBe(0)
  })
  it('refuses what is no design', () => {
    expect(() => minimumDetectableEffect({ standardDeviation: 1, repetitions: 1 })).toThrow('at least 2')
    expect(() => minimumDetectableEffect({ standardDeviation: Infinity, repetitions: 5 })).toThrow('standardDeviation is Infinity')
    for (const power of [0, 1, 1.5]) expect(() => minimumDetectableEffect({ standardDeviation: 1, repetitions: 5, power })).toThrow(`power is ${power}`)
    expect(() => minimumDetectableEffect({ standardDeviation: 1, repetitions: 5, level: 95 })).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_LEVEL' }))
  })
})
