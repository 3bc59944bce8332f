import { describe, expect, it } from 'vitest'
import { verifyJson } from '../../src/answer/verify-json.js'

const verify = (text: string): string => verifyJson(Buffer.from(text))

describe('verifyJson', () => {
  it('accepts JSON without a top-level error', () => {
    expect(verify('{"choices":[{"message":{"content":"an {\\"error\\": 1} inside"}}]}')).toBe('none')
    expect(verify('{"choices":[],"error":null}')).toBe('none')
    expect(verify('[1]')).toBe('none')
  })

  it('finds the error a 200 wraps, wherever it stands', () => {
    expect(verify('{"error":{"message":"upstream failed"}}')).toBe('body-error')
    expect(verify('{"id":"a","choices":[],"error":"quota"}')).toBe('body-error')
  })

  it.each(['', '{', 'ok', '{"a":1} '.repeat(2)])('refuses %j as no JSON', (text) => {
    expect(verify(text)).toBe('body-not-json')
  })
})
