import { describe, expect, it } from 'vitest'
import { constantScheduleNs, formatNs, msToNs, nsToMs, nsToSeconds, nsToUs, secondsToNs, usToNs } from '../src/index.js'

describe('units', () => {
  it('convert between ns, us, ms and s', () => {
    expect([nsToUs(1_500), nsToMs(1_500_000), nsToSeconds(1_500_000_000)]).toEqual([1.5, 1.5, 1.5])
    expect([usToNs(0.0006), msToNs(1.5), secondsToNs(2)]).toEqual([1, 1_500_000, 2_000_000_000])
  })

  it('print a time with its unit', () => {
    expect([formatNs(1_234_567, 'ms', 2), formatNs(500, 'us', 1), formatNs(7, 'ns', 0), formatNs(2e9, 's', 0)]).toEqual(['1.23 ms', '0.5 us', '7 ns', '2 s'])
  })
})

describe('constantScheduleNs', () => {
  it('stays within half a nanosecond of the exact instant after a million arrivals', () => {
    expect(constantScheduleNs(1, 300)).toBe(3_333_333)
    expect(constantScheduleNs(999_999, 300)).toBe(3_333_330_000_000)
  })
})
