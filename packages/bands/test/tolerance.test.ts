import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowance, BandsInputError, minimumCount } from '../src/index.js'
import golden from './golden/published-calibration.json' with { type: 'json' }

describe('allowance', () => {
  it('is a share of the demand in whole numbers', () => {
    expect(allowance(30_000, { basisPoints: 100, floor: 25 })).toBe(300)
  })

  it.each(Object.entries(golden.drops.allowances))('allows the published number of drops of %s arrivals', (demanded, expected) => {
    expect(allowance(Number(demanded), { basisPoints: 100, floor: 25 })).toBe(expected)
  })

  it.each(Object.entries(golden.failed.allowances))('allows the published number of failures of %s requests', (demanded, expected) => {
    expect(allowance(Number(demanded), { basisPoints: 5, floor: 5 })).toBe(expected)
  })

  it.each([
    [2_499, 25],
    [2_500, 25],
    [2_599, 25],
    [2_600, 26],
  ])('never falls below its floor: of %i arrivals %i', (demanded, expected) => {
    expect(allowance(demanded, { basisPoints: 100, floor: 25 })).toBe(expected)
  })

  it('rounds down, never to the nearest', () => {
    expect(allowance(19_999, { basisPoints: 5, floor: 0 })).toBe(9)
    expect(allowance(20_000, { basisPoints: 5, floor: 0 })).toBe(10)
    expect(allowance(0, { basisPoints: 5, floor: 0 })).toBe(0)
  })

  it.each([62.5, -1, Number.NaN, Infinity, 2 ** 53])('refuses a demand of %d with LAT_BANDS_NOT_A_COUNT', (demanded) => {
    const refused = (): number => allowance(demanded, { basisPoints: 100, floor: 25 })
    expect(refused).toThrow(BandsInputError)
    expect(refused).toThrow(expect.objectContaining({ code: 'LAT_BANDS_NOT_A_COUNT', message: expect.stringContaining(String(demanded)) }))
  })

  it('refuses a product that is no longer exact', () => {
    expect(() => allowance(2 ** 50, { basisPoints: 100, floor: 0 })).toThrow('Demand times basis points')
  })

  it('is the exact integer quotient', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (demanded, basisPoints) => {
        expect(BigInt(allowance(demanded, { basisPoints, floor: 0 }))).toBe((BigInt(demanded) * BigInt(basisPoints)) / 10_000n)
      }),
    )
  })
})

describe('minimumCount', () => {
  it.each(Object.entries(golden.rate.minimumRequests))('asks for the published number of %s requests', (demanded, expected) => {
    expect(minimumCount(Number(demanded), 9_800)).toBe(expected)
  })

  it('is the smallest whole count that is at least the share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), (demanded, basisPoints) => {
        const minimum = minimumCount(demanded, basisPoints)
        expect(minimum * 10_000).toBeGreaterThanOrEqual(demanded * basisPoints)
        expect((minimum - 1) * 10_000).toBeLessThan(demanded * basisPoints)
      }),
    )
  })
})
