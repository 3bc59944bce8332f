import { describe, expect, it } from 'vitest'
import { exp, integerPower, ln, ln1pMinus, log10 } from '../../src/elementary.js'
import { INVERSE_POWERS_OF_TWO, POWERS_OF_TWO } from '../../src/elementary/powers-of-two.js'

/** Within `ulps` units in the last place, or 1e-300. */
function near(actual: number, expected: number, ulps: number): boolean {
  return Math.abs(actual - expected) <= ulps * Number.EPSILON * Math.abs(expected) + 1e-300
}

describe('powers of two', () => {
  it('are exact squares of each other and exact inverses', () => {
    POWERS_OF_TWO.forEach((power, i) => {
      expect(power).toBe(i === 0 ? 2 : POWERS_OF_TWO[i - 1]! * POWERS_OF_TWO[i - 1]!)
      expect(power * INVERSE_POWERS_OF_TWO[i]!).toBe(1)
    })
  })
})

describe('ln', () => {
  it.each([
    [1, 0],
    [2, 0.6931471805599453],
    [10, 2.302585092994046],
    [0.5, -0.6931471805599453],
    [5e-324, -744.4400719213812],
    [1.7976931348623157e308, 709.782712893384],
  ])('of %d is %d', (x, expected) => {
    expect(near(ln(x), expected, 2)).toBe(true)
  })
  it('stays within 2 ulp of the engine over 600 decades', () => {
    const off: number[] = []
    for (let i = -6000; i <= 6000; i++) {
      const x = Number(`${1 + ((i * i) % 997) / 100}e${Math.trunc(i / 20)}`)
      if (!near(ln(x), Math.log(x), 2)) off.push(x)
    }
    expect(off).toEqual([])
  })
  it('gives what Math.log gives outside its domain', () => {
    expect(ln(0)).toBe(-Infinity)
    expect(ln(-1)).toBeNaN()
    expect(ln(NaN)).toBeNaN()
    expect(ln(Infinity)).toBe(Infinity)
  })
})

describe('exp', () => {
  it('stays within 2 ulp of the engine over its whole range', () => {
    const off: number[] = []
    for (let i = -7000; i <= 7090; i++) if (!near(exp(i / 10), Math.exp(i / 10), 2)) off.push(i / 10)
    expect(off).toEqual([])
  })
  it('reaches both ends of the doubles', () => {
    expect(exp(0)).toBe(1)
    expect(exp(709.7)).toBeCloseTo(1.6549840276802644e308, -295)
    expect(exp(-740)).toBe(Math.exp(-740))
    expect(exp(710)).toBe(Infinity)
    expect(exp(-746)).toBe(0)
    expect(exp(-Infinity)).toBe(0)
    expect(exp(NaN)).toBeNaN()
  })
  it('undoes ln', () => {
    for (const x of [1e-200, 0.37, 1, 42, 6.02e23]) expect(near(exp(ln(x)), x, 1000)).toBe(true)
  })
})

describe('log10', () => {
  it('is whole for powers of ten', () => {
    for (let k = -22; k <= 22; k++) expect(log10(Number(`1e${k}`))).toBe(k)
  })
  it('lies between them otherwise', () => {
    expect(log10(2)).toBeCloseTo(0.3010299956639812, 15)
    expect(log10(1e300)).toBeCloseTo(300, 12)
  })
})

describe('ln1pMinus', () => {
  it('keeps its digits where ln(1 + x) and x cancel', () => {
    // -x^2/2 + x^3/3 - x^4/4 + x^5/5 to 1e-24 relative at 1e-6
    const x = 1e-6
    expect(near(ln1pMinus(x), -x * x * (0.5 - x * (1 / 3 - x * (0.25 - x / 5))), 2)).toBe(true)
    expect(near(ln1pMinus(-x), -x * x * (0.5 + x * (1 / 3 + x * (0.25 + x / 5))), 2)).toBe(true)
  })
  it('agrees with the plain difference where nothing cancels, and across its own seams', () => {
    for (const x of [-0.99, -0.5, -0.36, -0.34, -0.2, -0.07, -0.02, 0.02, 0.021, 0.07, 0.14, 0.3, 0.49, 0.51, 3]) {
      expect(Math.abs(ln1pMinus(x) - (Math.log1p(x) - x)), String(x)).toBeLessThan(2e-16 * Math.max(1, Math.abs(x)))
    }
  })
  it('is zero only at zero', () => {
    expect(ln1pMinus(0)).toBe(0)
    expect(ln1pMinus(1e-8)).toBeLessThan(0)
  })
})

describe('integerPower', () => {
  it('multiplies', () => {
    expect(integerPower(3, 0)).toBe(1)
    expect(integerPower(3, 5)).toBe(243)
    expect(integerPower(0.999, 3688)).toBeCloseTo(0.024976, 6)
  })
})
