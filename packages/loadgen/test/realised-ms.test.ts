import { describe, expect, it } from 'vitest'
import { realisedMs } from '../src/realised-ms.js'

describe('realisedMs', () => {
  it.each([
    ['all of it, when nothing stopped the load', null, 60_000],
    ['up to the stop', 12e9, 2000],
    ['all of it, when the stop came while answers were awaited', 71e9, 60_000],
    ['none, when the stop came before', 9e9, 0],
  ])('is %s', (_what, stoppedAtNs, ranMs) => {
    expect(realisedMs({ steadyStartNs: 10e9, endNs: 70e9 }, stoppedAtNs)).toBe(ranMs)
  })
})
