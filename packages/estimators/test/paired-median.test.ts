import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EstimatorInputError, pairByKey, pairedMedian, type Pair } from '../src/index.js'
import { golden } from './golden.js'

const pair = (key: string, baseline: number, treatment: number): Pair => ({ key, baseline, treatment })
const ns = fc.integer({ min: 0, max: 1e12 })

describe('pairedMedian', () => {
  it('takes the median of the differences, not the difference of the medians', () => {
    // differences +30, +5 and +90; the two medians, 200 and 205, differ by 5
    const pairs = [pair('r1', 100, 130), pair('r2', 200, 205), pair('r3', 300, 390)]
    expect(pairedMedian(pairs)).toEqual({ delta: 30, spread: 85, spreadBelowDelta: false })
  })
  it('agrees with R', () => {
    for (const { d, median } of golden<{ cases: { d: number[]; median: number }[] }>('paired-median').cases) {
      expect(pairedMedian(d.map((delta, i) => pair(`r${i}`, 0, delta))).delta).toBeCloseTo(median, 12)
    }
  })
  it('knows no spread from one pair', () => {
    expect(pairedMedian([pair('r1', 700, 1190)])).toEqual({ delta: 490, spread: null, spreadBelowDelta: false })
  })
  it('takes a negative delta as it is', () => {
    expect(pairedMedian([pair('r1', 20, 10), pair('r2', 20, 11)])).toEqual({ delta: -9.5, spread: 1, spreadBelowDelta: true })
  })
  it('holds a spread as large as the delta for too large', () => {
    expect(pairedMedian([pair('r1', 0, 5), pair('r2', 0, 15)])).toEqual({ delta: 10, spread: 10, spreadBelowDelta: false })
  })
  it('gives a frozen result and leaves its input alone', () => {
    const pairs = Object.freeze([Object.freeze(pair('r2', 1, 9)), Object.freeze(pair('r1', 1, 2))])
    expect(Object.isFrozen(pairedMedian(pairs))).toBe(true)
  })
  it.each([
    ['LAT_EST_NO_PAIRS', [], 'it got none'],
    ['LAT_EST_REPEATED_KEY', [pair('r4', 0, 1), pair('r4', 0, 2)], '"r4" appears twice'],
    ['LAT_EST_NOT_A_NUMBER', [pair('r1', 0, NaN)], 'treatment of pair "r1" is NaN'],
    ['LAT_EST_NOT_A_NUMBER', [pair('r1', 0, 1), pair('r2', null as unknown as number, 490)], 'baseline of pair "r2" is null'],
    ['LAT_EST_NOT_A_NUMBER', [pair('r1', '10' as unknown as number, 490)], 'baseline of pair "r1" is "10"'],
    ['LAT_EST_NOT_A_NUMBER', [pair('r1', 10, 490n as unknown as number)], 'treatment of pair "r1" is 490n'],
    ['LAT_EST_NOT_FINITE', [pair('r1', 0, Infinity)], '"r1" has no finite difference: treatment Infinity'],
    ['LAT_EST_NOT_FINITE', [pair('r1', 0, -1.5e308), pair('r2', 0, 1.5e308)], 'so far apart'],
    ['LAT_EST_NOT_FINITE', [pair('r1', -1.7e308, 1.7e308)], '"r1" has no finite difference'],
  ])('refuses with %s and names the input', (code, pairs, named) => {
    expect(() => pairedMedian(pairs)).toThrow(EstimatorInputError)
    expect(() => pairedMedian(pairs)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(named) as unknown }))
  })
  it('ignores drift that both readings of a pair share', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ns, ns, ns), { minLength: 1, maxLength: 9 }), (rounds) => {
        const still = rounds.map(([baseline, treatment], i) => pair(`r${i}`, baseline, treatment))
        const drifting = rounds.map(([baseline, treatment, drift], i) => pair(`r${i}`, baseline + drift, treatment + drift))
        expect(pairedMedian(drifting)).toEqual(pairedMedian(still))
      }),
    )
  })
  it('changes sign when the sides change places', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ns, ns), { minLength: 1, maxLength: 9 }), (rounds) => {
        const there = pairedMedian(rounds.map(([a, b], i) => pair(`r${i}`, a, b)))
        const back = pairedMedian(rounds.map(([a, b], i) => pair(`r${i}`, b, a)))
        expect(there.delta + back.delta).toBe(0)
        expect(back.spread).toBe(there.spread)
      }),
    )
  })
})

describe('pairByKey', () => {
  it('joins by key, never by position, and names what has no partner', () => {
    const joined = pairByKey({ r1: 100, r2: 110, r3: 500, r5: 120 }, { r1: 150, r2: 165, r4: 900, r5: 172 })
    expect(joined.pairs.map(({ key }) => key)).toEqual(['r1', 'r2', 'r5'])
    expect(joined.unpaired).toEqual({ baseline: ['r3'], treatment: ['r4'] })
    expect(pairedMedian(joined.pairs).delta).toBe(52)
  })
  it('leaves an excluded key out of both sides', () => {
    const joined = pairByKey({ r1: 100, r2: 110, r3: 105 }, { r1: 150, r2: 165, r3: 400, r9: 1 }, { exclude: ['r3', 'r9'] })
    expect(joined.excluded).toEqual(['r3', 'r9'])
    expect(joined.unpaired).toEqual({ baseline: [], treatment: [] })
    expect(pairedMedian(joined.pairs).delta).toBe(52.5)
  })
  it('refuses when nothing is left', () => {
    expect(() => pairByKey({ r1: 1 }, { r2: 2 })).toThrow(expect.objectContaining({ code: 'LAT_EST_NO_PAIRS' }))
  })
})
