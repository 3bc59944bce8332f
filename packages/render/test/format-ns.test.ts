import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNs, RenderInputError } from '../src/index.js'

describe('formatNs', () => {
  it('shows milliseconds with three decimals and microseconds with none', () => {
    expect(formatNs(1_263_400, { unit: 'ms' })).toBe('1.263')
    expect(formatNs(498_123, { unit: 'us', signed: true, withUnit: true })).toBe('+498 us')
  })

  it.each([
    [499.9, 'ms', '+0.0005'],
    [-0.5, 'ms', '-0.0000005'],
    [7_900, 'us', '+7.9'],
    [40, 'us', '+0.04'],
    [1e-3, 'ms', '+0.000000001'],
    [1e15, 'ms', '+1000000000.000'],
  ] as const)('never rounds %d ns to zero and never needs an exponent (%s)', (ns, unit, text) => {
    expect(formatNs(ns, { unit, signed: true })).toBe(text)
  })

  it('prints zero without a sign', () => {
    expect(formatNs(0, { unit: 'ms', signed: true })).toBe('0.000')
    expect(formatNs(-0, { unit: 'us', signed: true })).toBe('0.0')
  })

  it('typesets the minus and the micro sign for figures', () => {
    expect(formatNs(-15_000, { unit: 'us', signed: true, withUnit: true, typeset: true })).toBe('−15 µs')
  })

  it.each([Number.NaN, Infinity, -Infinity])('refuses %d', (ns) => {
    expect(() => formatNs(ns, { unit: 'ms' })).toThrow(RenderInputError)
  })

  it('keeps sign and value to the printed precision', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), fc.constantFrom('ms' as const, 'us' as const), (ns, unit) => {
        const read = Number(formatNs(ns, { unit, signed: true }))
        const exact = ns / (unit === 'ms' ? 1_000_000 : 1_000)
        expect(Math.sign(read)).toBe(Math.sign(exact))
        expect(Math.abs(read - exact)).toBeLessThanOrEqual(unit === 'ms' ? 0.000501 : 0.501)
      }),
    )
  })
})
