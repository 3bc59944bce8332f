import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignArms } from '../src/assign-arms.js'

const every = (count: number, periodNs: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i * periodNs)

describe('assignArms', () => {
  it('gives every arm one arrival in each group of as many arrivals as there are arms', () => {
    const arms = assignArms(every(300, 2e6), { assignment: 'arrival', armCount: 3, blockMs: 250, seed: 's' })
    for (let group = 0; group < 100; group += 1) expect([...arms.subarray(group * 3, group * 3 + 3)].sort()).toEqual([0, 1, 2])
  })

  it('gives every arm one time block in each group of as many blocks', () => {
    const arms = assignArms(every(1000, 2e6), { assignment: 'block', armCount: 2, blockMs: 100, seed: 's' })
    for (let block = 0; block < 20; block += 1) expect(new Set(arms.subarray(block * 50, block * 50 + 50)).size).toBe(1)
    for (let pair = 0; pair < 10; pair += 1) expect(arms[pair * 100]).not.toBe(arms[pair * 100 + 50])
  })

  it('keeps one arm for the whole cell', () => {
    expect(new Set(assignArms(every(10, 1e6), { assignment: 'cell', armCount: 1, blockMs: 250, seed: 's' }))).toEqual(new Set([0]))
  })

  it('depends on the seed, and only on it', () => {
    const draw = (seed: string): string => assignArms(every(100, 1e6), { assignment: 'arrival', armCount: 2, blockMs: 250, seed }).join('')
    expect(draw('a')).toBe(draw('a'))
    expect(draw('a')).not.toBe(draw('b'))
    expect(draw('a')).toMatch(/0101|1010/)
    expect(draw('a')).toMatch(/0110|1001/)
  })

  it('never lets the arms differ by more than one arrival, wherever the cell is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 200 }), fc.string({ minLength: 1 }), (armCount, cut, seed) => {
        const arms = assignArms(every(cut, 1e6), { assignment: 'arrival', armCount, blockMs: 1, seed })
        const counts = Array.from({ length: armCount }, (_, arm) => arms.filter((drawn) => drawn === arm).length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
