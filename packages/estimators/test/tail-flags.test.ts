import { describe, expect, it } from 'vitest'
import { quantileInterval } from '../src/index.js'
import { openEnds, sampleFlags } from '../src/tail-flags.js'

describe('openEnds', () => {
  it('leaves an end open where all values may lie beyond it with half of what the level lets miss', () => {
    // 0.15^2 = 0.0225 and 0.16^2 = 0.0256 around 0.025
    expect(openEnds('values', 2, 0.85, 0.95)).toEqual({ low: false, high: true })
    expect(openEnds('values', 2, 0.84, 0.95)).toEqual({ low: true, high: true })
    expect(openEnds('values', 2, 0.15, 0.95)).toEqual({ low: true, high: false })
    expect(openEnds('values', 2, 0.16, 0.95)).toEqual({ low: true, high: true })
  })
  it('counts exactly half as bounded', () => {
    // 1 - 0.75 = (1 - 0.5) / 2
    expect(openEnds('values', 1, 0.75, 0.5)).toEqual({ low: false, high: true })
    expect(openEnds('values', 1, 0.25, 0.5)).toEqual({ low: true, high: false })
  })
  it('is closed from minimumSamples on, and open at the ends of the scale', () => {
    expect([5, 6].map((count) => openEnds('values', count, 0.5, 0.95))).toEqual([{ low: true, high: true }, { low: false, high: false }])
    expect([0, 1].map((q) => openEnds('values', 1e6, q, 0.95))).toEqual([{ low: true, high: false }, { low: false, high: true }])
  })
})

describe('sampleFlags', () => {
  const of = (...values: readonly number[]): readonly string[] => sampleFlags(Float64Array.from(values), values[0]!)
  it('calls degenerate only what never varies', () => {
    expect(of(7, 7, 7, 7)).toEqual(['degenerate'])
    expect(of(7, 7, 7, 9)).toEqual(['ties'])
    expect(of(5, 7, 7, 7)).toEqual([])
  })
  it('counts the values equal to the estimate wherever they stand', () => {
    expect(sampleFlags(Float64Array.of(1, 2, 2, 3), 2)).toEqual(['ties'])
    expect(sampleFlags(Float64Array.of(1, 2, 3, 3), 3)).toEqual(['ties'])
    expect(sampleFlags(Float64Array.of(1, 2, 3, 3), 2)).toEqual([])
  })
  it('speaks of ties from more than one value in twenty on', () => {
    const twoEqual = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => Math.max(1, i))
    expect(sampleFlags(twoEqual(39), 1)).toEqual(['ties'])
    expect(sampleFlags(twoEqual(40), 1)).toEqual([])
  })
})

describe('a level that is no level', () => {
  it.each([
    [1, /between 0 and 1\.$/],
    [1.5, /For 1\.5 % write 0\.015\.$/],
    [95, /For 95 % write 0\.95\.$/],
    [100, /between 0 and 1\.$/],
  ])('of %d is refused with a hint where one is meant in percent', (level, hint) => {
    expect(() => quantileInterval([1, 2, 3], 0.5, { level })).toThrow(hint)
  })
})
