import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMicroDollars } from '../../src/budget/price.js'

describe('costMicroDollars', () => {
  it('rounds input and output up apart, by the longest prefix', () => {
    // 737 x 0.15 = 110.55, 16 x 0.60 = 9.6
    expect(costMicroDollars('gpt-4o-mini-2024-07-18', 737, 16)).toBe(111 + 10)
    expect(costMicroDollars('gpt-4o-2024-08-06', 737, 16)).toBe(1843 + 160)
    expect(costMicroDollars('gpt-4o-mini', 0, 0)).toBe(0)
  })

  it('charges a model nobody priced the most any model costs', () => {
    expect(costMicroDollars('mystery', 1_000_000, 1_000_000)).toBe(90_000_000)
    expect(costMicroDollars('', 1, 0)).toBe(15)
  })

  it('agrees with exact arithmetic for any number of tokens a request can name', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000_000), fc.nat(1_000_000_000_000), (input, output) => {
      const exact = (tokens: number, perMillion: bigint) => (BigInt(tokens) * perMillion + 999_999n) / 1_000_000n
      expect(BigInt(costMicroDollars('gpt-4o-mini', input, output))).toBe(exact(input, 150_000n) + exact(output, 600_000n))
    }))
  })
})
