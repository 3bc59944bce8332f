import { describe, expect, it } from 'vitest'
import { msFromNs, msText, nsFromMs, signedMsText } from '../src/milliseconds.js'

describe('milliseconds', () => {
  it('convert to whole nanoseconds and back', () => {
    expect(nsFromMs(0.498)).toBe(498_000)
    expect(msFromNs(498_000)).toBe(0.498)
  })

  it('round a reading that is no whole nanosecond', () => {
    expect(nsFromMs(0.0000014)).toBe(1)
  })

  it.each([
    [498_000, '0.498 ms', '+0.498 ms'],
    [-336_400, '-0.336 ms', '-0.336 ms'],
    [-400, '0.000 ms', '+0.000 ms'],
    [0, '0.000 ms', '+0.000 ms'],
  ])('print %i ns as %s and as a difference %s', (valueNs, plain, signed) => {
    expect(msText(valueNs)).toBe(plain)
    expect(signedMsText(valueNs)).toBe(signed)
  })
})
