import { describe, expect, it } from 'vitest'
import { firstDifference } from '../../src/report/first-difference.js'

describe('firstDifference', () => {
  it.each([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
    [{ a: [1, 2] }, { a: [1, 3] }, 'a.1: 2, 3'],
    [{ a: 1 }, {}, 'a: 1, nothing'],
    [{}, { a: [1] }, 'a: nothing, [1]'],
    [[1], { 0: 1 }, 'the whole: [1], {"0":1}'],
    [null, {}, 'the whole: null, {}'],
  ])('compares %j and %j', (a, b, expected) => {
    expect(firstDifference(a, b)).toBe(expected)
  })
})
