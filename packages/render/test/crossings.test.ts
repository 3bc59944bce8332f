import { describe, expect, it } from 'vitest'
import { crossings } from '../src/index.js'

describe('crossings', () => {
  const published = [{ payloadBytes: 150, deltaNs: 60_000 }, { payloadBytes: 4096, deltaNs: 498_000 }, { payloadBytes: 32768, deltaNs: 2_668_000 }]

  it('derives the published crossings of 500 us from the point nearest to it', () => {
    const found = crossings(published, 500_000)
    expect(found.map(({ crossingBytes }) => Math.round(crossingBytes!))).toEqual([4114, 4112, 4122])
    expect(found.map(({ nsPerByte }) => Math.round(nsPerByte))).toEqual([111, 122, 76])
  })

  it('tells a crossing between measured points from an extrapolated one', () => {
    expect(crossings(published, 1_000_000).map(({ crossingBytes, interpolated }) => [Math.round(crossingBytes! / 100) / 10, interpolated])).toEqual([[8.6, false], [8.2, false], [10.7, true]])
  })

  it('never crosses along a segment that does not rise', () => {
    expect(crossings([{ payloadBytes: 150, deltaNs: 60_000 }, { payloadBytes: 4096, deltaNs: 60_000 }], 500_000).map(({ crossingBytes }) => crossingBytes)).toEqual([1_250, null])
  })

  it('has none without points', () => {
    expect(crossings([], 500_000)).toEqual([])
  })
})
