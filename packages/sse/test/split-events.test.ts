import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEvents, splitEvents } from '../src/index.js'
import { concat, streams, utf8 } from './bytes.js'

const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const pieces = (stream: string): string[] => splitEvents(utf8(stream)).map(text)

describe('splitEvents', () => {
  it('cuts behind each blank line', () => {
    expect(pieces('event: a\ndata: 1\n\ndata: 2\n\n')).toEqual(['event: a\ndata: 1\n\n', 'data: 2\n\n'])
  })

  it.each([
    ['CRLF', 'data: 1\r\n\r\ndata: 2\r\n\r\n', ['data: 1\r\n\r\n', 'data: 2\r\n\r\n']],
    ['bare CR', 'data: 1\r\rdata: 2\r\r', ['data: 1\r\r', 'data: 2\r\r']],
    ['further blank lines', '\n\ndata: 1\n\n\n\ndata: 2\n\n', ['\n\ndata: 1\n\n\n\n', 'data: 2\n\n']],
    ['a comment block', ': ping\n\ndata: 1\n\n', [': ping\n\n', 'data: 1\n\n']],
    ['bytes without a blank line', 'data: 1\n\ndata: 2\n', ['data: 1\n\n', 'data: 2\n']],
    ['nothing', '', []],
  ])('handles %s', (_, stream, expected) => {
    expect(pieces(stream)).toEqual(expected)
  })

  it('concatenates to the exact input, and no piece holds two events', () => {
    fc.assert(fc.property(streams, (bytes) => {
      const parts = splitEvents(bytes)
      expect(concat(parts)).toEqual(bytes)
      // A byte order mark is one only at the start of the stream, so a piece is parsed as a continuation.
      const perPiece = parts.map((part) => parseEvents(concat([utf8('\n'), part])).length)
      expect(Math.max(0, ...perPiece)).toBeLessThanOrEqual(1)
    }), { numRuns: 2000 })
  })
})
