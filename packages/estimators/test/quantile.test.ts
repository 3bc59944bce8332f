import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EstimatorInputError, quantile, quantileOfSorted, quantiles, type SampleOptions } from '../src/index.js'
import { golden } from './golden.js'

const wholeNs = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 60 })
const anyQ = fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000)

describe('quantile', () => {
  it('interpolates between the neighbours of position (n - 1) q', () => {
    expect(quantile([3, 1, 2, 10], 0.5)).toBe(2.5)
    expect(quantile([3, 1, 2, 10], 0.25)).toBe(1.75)
    expect(quantile([7], 0.999)).toBe(7)
  })
  it('agrees with numpy.quantile', () => {
    const { q, cases } = golden<{ q: number[]; cases: { x: number[]; expected: number[] }[] }>('quantile-type7')
    for (const { x, expected } of cases) {
      q.forEach((each, i) => {
        const value = quantile(x, each)
        expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1e-12 * Math.abs(expected[i]!))
      })
    }
  })
  it('agrees with R', () => {
    const { x, q, type7 } = golden<{ x: number[]; q: number[]; type7: number[] }>('r-crosscheck-ties10')
    q.forEach((each, i) => expect(quantile(x, each)).toBeCloseTo(type7[i]!, 14))
  })
  it('reads 0.999 as 999/1000, so that a whole position needs no neighbour', () => {
    const values = Float64Array.from({ length: 30001 }, (_, i) => i)
    for (const [q, at] of [[0.9, 27000], [0.99, 29700], [0.999, 29970], [0.55, 16500], [0.07, 2100]] as const) expect(quantile(values, q)).toBe(at)
  })
  it('gives the largest value at q = 1, whatever stands below it', () => {
    expect(quantile([-1e20, 100], 1)).toBe(100)
    expect(quantile([-1.7e308, 1.7e308], 0.5)).toBe(0)
  })
  it('leaves its input alone', () => {
    const values = Object.freeze([9, 1, 8])
    quantile(values, 0.5)
    expect(values).toEqual([9, 1, 8])
  })
  it('takes typed arrays, and sorted values when told so', () => {
    expect(quantile(Float32Array.of(4, 2), 0.5)).toBe(3)
    expect(quantile([1, 2, 3], 0.5, { sorted: true })).toBe(2)
    expect(quantile([1, 1, 2], 0.5, { sorted: true })).toBe(1)
    expect(quantileOfSorted([1, 2, 3, 10], 0.5)).toBe(2.5)
  })

  it.each([
    ['LAT_EST_EMPTY', [], 0.5, {}, 'values holds no values'],
    ['LAT_EST_NOT_A_NUMBER', [1, 2, NaN], 0.5, {}, 'values[2] is NaN'],
    ['LAT_EST_NOT_A_NUMBER', [1, 2, 'NaN', 3, 'Infinity', -5], 0.5, {}, 'values[2] is "NaN"'],
    ['LAT_EST_NOT_A_NUMBER', [null], 0.5, {}, 'values[0] is null'],
    ['LAT_EST_NOT_A_NUMBER', ['4'.repeat(40)], 0.5, {}, `is "${'4'.repeat(40)}"`],
    ['LAT_EST_NOT_A_NUMBER', ['4'.repeat(41)], 0.5, {}, `is "${'4'.repeat(40)}…"`],
    ['LAT_EST_NOT_A_NUMBER', [1n], 0.5, {}, 'values[0] is 1n'],
    ['LAT_EST_NOT_A_NUMBER', Array(2), 0.5, {}, 'values[0] is undefined'],
    ['LAT_EST_NOT_FINITE', [1, Infinity], 0.5, {}, 'values[1] is Infinity'],
    ['LAT_EST_NOT_FINITE', [-Infinity], 0.5, {}, 'values[0] is -Infinity'],
    ['LAT_EST_NEGATIVE_DURATION', [5, 0, -5], 0.5, { kind: 'duration' }, 'values[2] is -5'],
    ['LAT_EST_NOT_SORTED', [1, 3, 2], 0.5, { sorted: true }, 'values[2] is smaller'],
    ['LAT_EST_BAD_QUANTILE', [1], 99, {}, 'For P99 write 0.99'],
    ['LAT_EST_BAD_QUANTILE', [1], 1.5, {}, 'For P1.5 write 0.015'],
    ['LAT_EST_BAD_QUANTILE', [1], 100, {}, 'For P100 write 1.'],
    ['LAT_EST_BAD_QUANTILE', [1], 101, {}, /in \[0, 1\]\.$/],
    ['LAT_EST_BAD_QUANTILE', [1], NaN, {}, 'q is NaN'],
    ['LAT_EST_BAD_QUANTILE', [1], -0.1, {}, 'q is -0.1'],
  ])('refuses with %s and names the input', (code, values, q, options, named) => {
    const run = (): number => quantile(values as number[], q, options as SampleOptions)
    expect(run).toThrow(EstimatorInputError)
    expect(run).toThrow(named)
    try {
      run()
    } catch (error) {
      expect((error as EstimatorInputError).code).toBe(code)
    }
  })
  it('refuses a bad q before it looks at the values', () => {
    expect(() => quantiles([NaN], [0.5, 50])).toThrow('For P50 write 0.5')
    expect(() => quantileOfSorted([], 0.5)).toThrow('sorted holds no values')
    expect(() => quantileOfSorted([1], 2)).toThrow('[0, 1]')
  })

  it('does not depend on the order of the values', () => {
    fc.assert(fc.property(wholeNs, anyQ, (values, q) => quantile(values, q) === quantile([...values].reverse(), q)))
  })
  it('moves with a common offset and grows with a common factor', () => {
    fc.assert(
      fc.property(wholeNs, fc.integer({ min: -1e6, max: 1e6 }), (values, offset) => {
        for (const q of [0, 0.25, 0.5, 0.75, 1]) {
          expect(quantile(values.map((value) => 4 * value + 4 * offset), q)).toBe(4 * quantile(values, q) + 4 * offset)
        }
      }),
    )
  })
  it('never falls as q rises, and stays among the values', () => {
    fc.assert(
      fc.property(wholeNs, anyQ, anyQ, (values, a, b) => {
        const [low, high] = quantiles(values, [Math.min(a, b), Math.max(a, b)])
        expect(low).toBeLessThanOrEqual(high!)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
  })
  it('turns round with the sign', () => {
    fc.assert(fc.property(wholeNs, fc.constantFrom(0, 0.25, 0.5, 0.75, 1), (values, q) => quantile(values.map((v) => -v), 1 - q) + quantile(values, q) === 0))
  })
})

describe('quantiles', () => {
  it('gives the same as one at a time, in the order asked for', () => {
    const values = [9, 1, 8, 2, 7, 3, 6, 4, 5, 0, 11, 10]
    expect(quantiles(values, [0.95, 0, 1, 0.05])).toEqual([10.45, 0, 11, 0.55].map((v): unknown => expect.closeTo(v, 12)))
    expect(quantiles(values, [0.95])).toEqual([quantile(values, 0.95)])
    expect(Object.isFrozen(quantiles(values, [0.5]))).toBe(true)
  })
})
