import { describe, expect, it } from 'vitest'
import { jsonDifference, textDifference } from '../src/evidence/difference.js'

describe('jsonDifference', () => {
  it('names the first value that differs by its path', () => {
    expect(jsonDifference({ shifts: [{ q: 0.5, shiftNs: 1 }] }, { shifts: [{ q: 0.5, shiftNs: 2 }] })).toBe('shifts[0].shiftNs is 1, the rows say 2')
  })
  it('finds nothing between equal values', () => {
    expect(jsonDifference({ a: [1, null, { b: 'x' }] }, { a: [1, null, { b: 'x' }] })).toBeNull()
  })
  it.each([
    ['a value that is gone', { a: 1 }, { a: 1, b: 2 }, 'b is absent, the rows say 2'],
    ['a value too many', { a: 1, b: 2 }, { a: 1 }, 'b is 2, the rows say absent'],
    ['a value of another kind', { a: null }, { a: {} }, 'a is null, the rows say {}'],
  ])('names %s', (_what, stored, derived, said) => {
    expect(jsonDifference(stored, derived)).toBe(said)
  })
})

describe('textDifference', () => {
  it('names the first line that differs', () => {
    expect(textDifference('a\nP50 1.20\n', 'a\nP50 1.21\n')).toBe('line 2 is "P50 1.20", the rows say "P50 1.21"')
  })
  it('notices a text that was cut', () => {
    expect(textDifference('a\n', 'a\nb\n')).toBe('line 2 is "", the rows say "b"')
  })
})
