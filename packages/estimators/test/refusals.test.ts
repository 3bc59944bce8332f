import { describe, expect, it } from 'vitest'
import * as estimators from '../src/index.js'

// called as JavaScript would: the types refuse most of this
const call = estimators as unknown as Record<string, (...given: unknown[]) => unknown>
const ten = Array.from({ length: 10 }, (_, i) => i)
const hundred = Array.from({ length: 100 }, (_, i) => i)

describe('an argument of the wrong kind is refused by name, with a code', () => {
  it.each<[string, string, unknown[], string]>([
    ['LAT_EST_BAD_QUANTILE', 'quantile', [[1, 2], null], 'q is null'],
    ['LAT_EST_BAD_QUANTILE', 'quantile', [[1, 2], true], 'q is true'],
    ['LAT_EST_BAD_QUANTILE', 'quantile', [[1, 2], []], 'q is an array'],
    ['LAT_EST_BAD_QUANTILE', 'quantile', [[1, 2], '0.5'], 'q is "0.5"'],
    ['LAT_EST_BAD_QUANTILE', 'quantile', [[1, 2], 1n], 'q is 1n'],
    ['LAT_EST_BAD_QUANTILE', 'harrellDavis', [[1, 2], 0], 'strictly between 0 and 1'],
    ['LAT_EST_BAD_QUANTILE', 'harrellDavis', [[1, 2], 1], 'q is 1; a quantile lies strictly between 0 and 1 here.'],
    ['LAT_EST_NOT_SORTED', 'quantile', [[3, 1, 2], 0.5, { sorted: true }], 'values[1] is smaller'],
    ['LAT_EST_BAD_QUANTILE', 'minimumSamples', [1], 'strictly between 0 and 1'],
    ['LAT_EST_BAD_LEVEL', 'acrossRepetitions', [[1, 2, 3], '0.95'], 'level is "0.95"'],
    ['LAT_EST_BAD_OPTION', 'quantile', [undefined, 0.5], 'values is undefined'],
    ['LAT_EST_BAD_OPTION', 'quantile', [null, 0.5], 'values is null'],
    ['LAT_EST_BAD_OPTION', 'quantile', [5, 0.5], 'values is 5'],
    ['LAT_EST_BAD_OPTION', 'quantile', [new Set([1, 2]), 0.5], 'values is an object'],
    ['LAT_EST_BAD_OPTION', 'quantile', [{ length: 2.5, 0: 1, 1: 2 }, 0.5], 'an array of numbers'],
    ['LAT_EST_BAD_OPTION', 'quantile', [{ length: -1 }, 0.5], 'an array of numbers'],
    ['LAT_EST_BAD_OPTION', 'quantile', [[-5, 1], 0.5, { kind: 'durations' }], 'kind is "durations"'],
    ['LAT_EST_BAD_OPTION', 'quantiles', [[1, 2], 0.5], 'qs is 0.5'],
    ['LAT_EST_BAD_OPTION', 'pairedShift', [[{ key: 'a', baseline: 5, treatment: 6 }], 0.5], 'baseline of pair "a" is 5'],
    ['LAT_EST_BAD_OPTION', 'quantileInterval', [ten, 0.5, { lvl: 0.5 }], 'options is "lvl"'],
    ['LAT_EST_BAD_OPTION', 'hodgesLehmann', [ten, 0.9], 'options is 0.9'],
    ['LAT_EST_BAD_OPTION', 'hodgesLehmann', [ten, { other: 0 }], 'other is 0'],
    ['LAT_EST_BAD_OPTION', 'predictionInterval', [ten, 0.9], 'options is 0.9'],
    ['LAT_EST_BAD_OPTION', 'confidenceSequence', [ten, null], 'options is null'],
    ['LAT_EST_SEED_REQUIRED', 'bootstrap', [[ten], () => 1], 'seed is undefined'],
    ['LAT_EST_SEED_REQUIRED', 'bootstrapQuantiles', [ten, [0.5]], 'seed is undefined'],
    ['LAT_EST_SEED_REQUIRED', 'changePoint', [ten], 'seed is undefined'],
    ['LAT_EST_SEED_REQUIRED', 'changePoints', [{ p50: ten }], 'seed is undefined'],
  ])('%s by %s', (code, name, given, named) => {
    expect(() => call[name]!(...given)).toThrow(expect.objectContaining({ name: 'EstimatorInputError', code, message: expect.stringContaining(named) as unknown }))
  })
})

describe('a hint', () => {
  it('is given where a quantile was meant in percent, and nowhere else', () => {
    expect(() => estimators.harrellDavis([1, 2], 50)).toThrow('For P50 write 0.5')
    expect(() => estimators.harrellDavis([1, 2], 1)).toThrow(/here\.$/)
  })
})

describe('resamples', () => {
  it('are nobody\'s business where nothing is drawn', () => {
    expect(estimators.quantileInterval(hundred, 0.5, { level: 0.999 }).interval).toMatchObject({ level: expect.closeTo(0.999, 3) as unknown })
    expect(estimators.quantileShift(hundred, hundred, 0.5, { level: 0.999 }).withinCells).toMatchObject({ method: 'percentile-bootstrap-exact', level: 0.999 })
    const qs = Array.from({ length: 19 }, (_, i) => (i + 1) / 20)
    expect(estimators.shiftFunction(hundred, hundred, qs).shifts).toHaveLength(19)
    expect(estimators.shiftFunction(hundred, hundred, [0.5]).shifts).toHaveLength(1)
  })
  it('have to be enough for the level where they are drawn', () => {
    const drawn = (resamples?: number): unknown => estimators.groupQuantile([hundred, hundred], 0.5, { seed: 's', level: 0.999, ...(resamples === undefined ? {} : { resamples }) })
    expect(() => drawn()).toThrow('resamples is 2000; an interval at this level needs a whole number of at least 10000')
    expect(() => drawn(9999)).toThrow('at least 10000')
    expect(drawn(10000)).toMatchObject({ withinCells: { method: 'percentile-bootstrap-seeded' } })
  })
})

describe('strict', () => {
  it('refuses what no number of values bounds, and says so', () => {
    for (const q of [0, 1]) {
      expect(() => estimators.quantileInterval([1, 2, 3], q, { strict: true })).toThrow(`no number of values bounds q = ${q} on both sides`)
      expect(() => estimators.quantileShift([1, 2, 3], [1, 2, 3], q, { strict: true })).toThrow(expect.objectContaining({ code: 'LAT_EST_UNRESOLVED' }))
    }
    expect(estimators.minimumSamples(0.9999999999999999)).toBe(Infinity)
    expect(estimators.minimumSamples(1e-17)).toBe(Infinity)
    expect(estimators.minimumSamples(1 - 2 ** -40)).toBeGreaterThan(1e12)
    expect(estimators.quantileInterval([1, 2, 3], 0.9999999999999999).interval).toMatchObject({ low: 3, high: null })
  })
  it('tells dependence from a lack of values', () => {
    const values = Float64Array.from({ length: 20000 }, (_, i) => (Math.floor(i / 5) % 997) + (i % 5) * 1e-3)
    expect(() => estimators.quantileInterval(values, 0.999, { strict: true })).toThrow(/20000 values, which depend on each other and say as much as \d+ independent ones/)
  })
})

describe('an interval without an end', () => {
  it('carries a flag', () => {
    const few = [502, 498, 492, 522, 469]
    for (const { interval, flags } of [estimators.hodgesLehmann(few), estimators.signTest(few), estimators.confidenceSequence(few)]) {
      expect(interval).toMatchObject({ low: null, high: null })
      expect(flags).toEqual(['too-few-repetitions'])
    }
    const enough = [...few, 480, 510]
    for (const { interval, flags } of [estimators.hodgesLehmann(enough), estimators.signTest(enough), estimators.confidenceSequence(enough)]) {
      expect(interval.low).not.toBeNull()
      expect(flags).toEqual([])
    }
  })
})
