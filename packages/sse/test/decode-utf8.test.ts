import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeUtf8 } from '../src/index.js'

const reference = new TextDecoder('utf-8', { ignoreBOM: true })

it('decodeUtf8 decodes one to four bytes per character', () => {
  expect(decodeUtf8(new TextEncoder().encode('aé你🌍'))).toBe('aé你🌍')
})

it.each([
  ['a lone continuation byte', [0x80]],
  ['an overlong form', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a value above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut character at the end', [0xf0, 0x9f, 0x8c]],
  ['a cut character inside', [0xe4, 0xbd, 0x41]],
])('decodeUtf8 replaces %s as the platform decoder does', (_, bytes) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(reference.decode(Uint8Array.from(bytes)))
})

it('decodeUtf8 agrees with the platform decoder on any bytes', () => {
  const likely = fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff)
  fc.assert(fc.property(fc.array(fc.oneof(likely, fc.integer({ min: 0, max: 255 })), { maxLength: 40 }), (bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBe(reference.decode(Uint8Array.from(bytes)))
  }), { numRuns: 2000 })
})

it('decodeUtf8 keeps characters whole over its internal batches', () => {
  const text = '🌍'.repeat(5000)
  expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text)
})
