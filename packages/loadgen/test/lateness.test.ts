import { describe, expect, it } from 'vitest'
import { lateness } from '../src/lateness.js'

describe('lateness', () => {
  it('is read over the arrivals that were sent', () => {
    expect(lateness(Float64Array.of(30, NaN, 10, 20))).toEqual({ p50Ns: 20, p99Ns: 30, maxNs: 30 })
  })

  it('is unknown when nothing was sent', () => {
    expect(lateness(Float64Array.of(NaN))).toEqual({ p50Ns: null, p99Ns: null, maxNs: null })
  })
})
