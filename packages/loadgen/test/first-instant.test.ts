import { describe, expect, it } from 'vitest'
import { firstInstant } from '../src/first-instant.js'

const now = { monotonicNs: 7_000_000_000n, epochMs: 1_700_000_000_000 }

describe('firstInstant', () => {
  it('is a short lead from now', () => {
    expect(firstInstant(null, now)).toEqual({ startNs: 7_050_000_000n, startedAtEpochMs: 1_700_000_000_050 })
  })

  it('is the given time, on the own monotonic clock', () => {
    expect(firstInstant(1_700_000_001_500.5, now)).toEqual({ startNs: 8_500_500_000n, startedAtEpochMs: 1_700_000_001_500.5 })
    expect(firstInstant(1_700_000_000_000, now).startNs).toBe(7_000_000_000n)
  })

  it('refuses a time that has passed, and says how late it is', () => {
    expect(() => firstInstant(1_699_999_999_000, now)).toThrow(expect.objectContaining({ code: 'LAT_LOAD_START_PASSED', message: expect.stringContaining('1000 ms after that') }))
  })
})
