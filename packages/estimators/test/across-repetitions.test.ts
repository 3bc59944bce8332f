import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acrossRepetitions } from '../src/index.js'
import { golden } from './golden.js'

describe('acrossRepetitions', () => {
  it('takes each repetition as one observation', () => {
    const { mean, median, standardDeviation, t, distributionFree, flags } = acrossRepetitions([502, 498, 492, 522, 469])
    expect({ mean, median }).toEqual({ mean: 496.6, median: 498 })
    expect(standardDeviation).toBeCloseTo(19.1, 2)
    // 496.6 +- 2.7764 * 19.0997 / sqrt(5)
    expect(t).toEqual({ low: expect.closeTo(472.88454, 5), high: expect.closeTo(520.31546, 5), level: 0.95, method: 'student-t', resampled: 'acrossRepetitions', centre: 496.6 })
    expect(distributionFree).toEqual({ low: 469, high: 522, level: 0.9375, method: 'sign-order-statistic', resampled: 'acrossRepetitions', centre: 498 })
    expect(flags).toEqual(['too-few-repetitions'])
  })
  it('reaches 95 % without assumptions from 6 repetitions on', () => {
    expect(acrossRepetitions([1, 2, 3, 4, 5, 6]).distributionFree).toMatchObject({ low: 1, high: 6, level: 0.96875 })
    expect(acrossRepetitions([1, 2, 3, 4, 5, 6]).flags).toEqual([])
    expect(acrossRepetitions([1, 2, 3, 4, 5]).flags).toEqual(['too-few-repetitions'])
    expect(acrossRepetitions([1, 2, 3, 4, 5], 0.9375).flags).toEqual([])
  })
  it('takes the two middle values of an even number where they reach the level', () => {
    // 1 - 2 (1 + 4) / 2^4
    expect(acrossRepetitions([1, 2, 3, 4], 0.375).distributionFree).toMatchObject({ low: 2, high: 3, level: expect.closeTo(0.375, 14) as unknown })
  })
  it('loses no digits to a common offset', () => {
    expect(acrossRepetitions([1, 2, 3].map((v) => 2 ** 52 + v))).toMatchObject({ mean: 2 ** 52 + 2, standardDeviation: 1 })
  })
  it('agrees with the sign-test intervals of R', () => {
    for (const { d, sign_test_ci95: [low, high], achieved } of golden<{ cases: { d: number[]; sign_test_ci95: [number, number]; achieved: number }[] }>('paired-median').cases) {
      expect(acrossRepetitions(d).distributionFree).toMatchObject({ low, high, level: expect.closeTo(achieved, 12) as unknown })
    }
  })
  it('says nothing across fewer than three', () => {
    expect(acrossRepetitions([5])).toMatchObject({ count: 1, standardDeviation: null, t: null, distributionFree: null, flags: ['one-repetition', 'too-few-repetitions'] })
    expect(acrossRepetitions([5, 6])).toMatchObject({ standardDeviation: Math.SQRT1_2, t: null, distributionFree: null, flags: ['too-few-repetitions'] })
    expect(acrossRepetitions([5, 6, 7]).distributionFree).toMatchObject({ low: 5, high: 7, level: 0.75 })
  })
  it('labels repetitions that do not differ', () => {
    const { t, distributionFree, flags } = acrossRepetitions([1e4, 1e4, 1e4, 1e4, 1e4, 1e4])
    expect([t?.low, t?.high, distributionFree?.low, distributionFree?.high]).toEqual([1e4, 1e4, 1e4, 1e4])
    expect(flags).toEqual(['degenerate'])
    expect(acrossRepetitions([5, 5]).flags).toEqual(['degenerate', 'too-few-repetitions'])
  })
  it('gives frozen results', () => {
    const result = acrossRepetitions([1, 2, 3])
    for (const part of [result, result.t, result.distributionFree, result.flags]) expect(Object.isFrozen(part)).toBe(true)
  })
  it.each([
    ['LAT_EST_EMPTY', [], 0.95],
    ['LAT_EST_NOT_A_NUMBER', [1, NaN], 0.95],
    ['LAT_EST_BAD_LEVEL', [1, 2], 95],
  ])('refuses with %s', (code, deltas, level) => {
    expect(() => acrossRepetitions(deltas, level)).toThrow(expect.objectContaining({ code }))
  })
  it('nests its intervals in the level and does not depend on order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 3, maxLength: 15 }), (deltas) => {
        const narrow = acrossRepetitions(deltas, 0.8)
        const wide = acrossRepetitions([...deltas].reverse(), 0.99)
        for (const kind of ['t', 'distributionFree'] as const) {
          expect(wide[kind]!.low).toBeLessThanOrEqual(narrow[kind]!.low!)
          expect(wide[kind]!.high).toBeGreaterThanOrEqual(narrow[kind]!.high!)
        }
        expect(acrossRepetitions([...deltas].reverse(), 0.8)).toEqual(narrow)
      }),
    )
  })
})
