import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDollars, parseDollars } from '../../src/budget/dollars.js'

describe('formatDollars', () => {
  it.each([[1_500_000, '1.50'], [0, '0.00'], [1, '0.000001'], [1_000_000_000, '1000.00'], [123_450, '0.12345'], [-70_000, '-0.07']])('prints %d micro-dollars as %s', (microDollars, text) => {
    expect(formatDollars(microDollars)).toBe(text)
  })
})

describe('parseDollars', () => {
  it.each(['', '1.', '.5', '-1', '1e3', '0.0000001', '1,5', ' 1'])('refuses %j', (text) => {
    expect(parseDollars(text)).toBeNull()
  })

  it('reads back what was printed', () => {
    fc.assert(fc.property(fc.nat(999_999_999_999_999), (microDollars) => {
      expect(parseDollars(formatDollars(microDollars))).toBe(microDollars)
    }))
  })
})
