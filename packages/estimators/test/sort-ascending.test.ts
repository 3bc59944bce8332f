import { describe, expect, it } from 'vitest'
import { rng } from '../src/rng.js'
import { sortAscending } from '../src/sort-ascending.js'

describe('sortAscending', () => {
  const { uniform, integer } = rng('sort')
  const cases: readonly (readonly [string, () => number])[] = [
    ['values of every size', () => (uniform() - 0.5) * Number(`1e${integer(600) - 300}`)],
    ['whole nanoseconds', () => integer(1e9)],
    ['a few distinct values', () => integer(3) - 1],
    ['equal values', () => 7],
    ['both zeros', () => (uniform() < 0.5 ? -0 : 0)],
    ['the ends of the doubles', () => [5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308][integer(4)]!],
    ['values that differ in their last bits only', () => 1 + integer(50) * Number.EPSILON],
  ]
  it.each(cases)('orders %s as the engine does', (_, draw) => {
    for (const count of [10, 1999, 2000, 5001]) {
      const values = Float64Array.from({ length: count }, draw)
      const expected = values.slice().sort()
      const bits = (array: Float64Array): BigUint64Array => new BigUint64Array(array.buffer)
      expect(bits(sortAscending(values))).toEqual(bits(expected))
    }
  })
  it('leaves values outside a view alone', () => {
    const whole = Float64Array.from({ length: 3002 }, (_, i) => -i)
    sortAscending(whole.subarray(1, 3001))
    expect([whole[0], whole[1], whole[3000], whole[3001]]).toEqual([-0, -3000, -1, -3001])
  })
})
