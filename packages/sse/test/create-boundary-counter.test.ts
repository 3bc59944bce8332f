import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBoundaryCounter, parseEvents } from '../src/index.js'
import { cut, streams, utf8 } from './bytes.js'

describe('createBoundaryCounter', () => {
  it('counts events at their blank line, over reads', () => {
    const counter = createBoundaryCounter()
    expect(['data: a\n', '\ndata: b\n\n', ': ping\n\n', 'data: c'].map((part) => counter.feed(utf8(part)))).toEqual([0, 2, 2, 2])
    expect(counter.events).toBe(2)
  })

  it.each([
    ['a CRLF cut between reads', ['data: a\r\n\r', '\ndata: b\r\n\r', '\n'], 2],
    ['a byte order mark cut between reads', [[0xef], [0xbb], [0xbf, 0x64, 0x61, 0x74, 0x61, 10, 10]], 1],
    ['two bytes of a byte order mark as a line', [[0xef, 0xbb, 10, 0x64, 0x61, 0x74, 0x61, 10, 10]], 1],
    ['a data line cut inside its name', ['da', 'ta', ':x\n\n'], 1],
    ['names that only begin like data', ['datax: a\n\ndat\n\n'], 0],
  ])('handles %s', (_, parts, expected) => {
    const counter = createBoundaryCounter()
    for (const part of parts) counter.feed(typeof part === 'string' ? utf8(part) : Uint8Array.from(part))
    expect(counter.events).toBe(expected)
  })

  it('starts again after reset, whatever was half read', () => {
    const counter = createBoundaryCounter()
    counter.feed(utf8('data: a\n\ndata: b\r'))
    counter.reset()
    expect(counter.feed(utf8('\n\n'))).toBe(0)
    expect(counter.feed(utf8('data: c\n\n'))).toBe(1)
  })

  it('agrees with the parser after every read of any stream', () => {
    fc.assert(fc.property(streams, fc.array(fc.nat(80), { maxLength: 8 }), (bytes, offsets) => {
      const counter = createBoundaryCounter()
      let fed = 0
      for (const part of cut(bytes, offsets)) {
        fed += part.length
        expect(counter.feed(part)).toBe(parseEvents(bytes.subarray(0, fed)).length)
      }
    }), { numRuns: 2000 })
  })
})
