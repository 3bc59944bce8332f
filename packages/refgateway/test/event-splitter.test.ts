import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventSplitter } from '../src/event-splitter.js'

const split = (...chunks: string[]) => {
  const splitter = createEventSplitter()
  const perChunk = chunks.map((chunk) => splitter.push(Buffer.from(chunk)).map(String))
  return { perChunk, rest: splitter.rest().toString() }
}

describe('createEventSplitter', () => {
  it('cuts after each blank line', () => {
    expect(split('data: a\n\nevent: b\ndata: b\n\ndata: c')).toEqual({ perChunk: [['data: a\n\n', 'event: b\ndata: b\n\n']], rest: 'data: c' })
  })

  it('gives an event out with the chunk that completes it', () => {
    expect(split('data: a\n', '\ndata', ': b\n\n').perChunk).toEqual([[], ['data: a\n\n'], ['data: b\n\n']])
  })

  it.each([['CRLF', '\r\n'], ['CR', '\r'], ['LF', '\n']])('knows lines that end in %s', (_, end) => {
    const events = [`data: a${end}${end}`, `id: 1${end}data: b${end}${end}`]
    expect(split(events.join(''))).toEqual({ perChunk: [events], rest: '' })
  })

  it('does not wait for the LF of a CRLF that is cut in two', () => {
    expect(split('data: a\r\n\r', '\ndata: b\r\n\r\n').perChunk).toEqual([['data: a\r\n\r'], ['\ndata: b\r\n\r\n']])
  })

  it('loses and adds no byte, however the stream is cut', () => {
    const text = fc.array(fc.constantFrom('data: x', '\n', '\r', '\r\n', '\n\n', ':', 'é'), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, fc.array(fc.nat(20), { maxLength: 20 }), (stream, cuts) => {
      const bytes = Buffer.from(stream)
      const splitter = createEventSplitter()
      const pieces: Buffer[] = []
      let start = 0
      for (const cut of [...cuts, bytes.length]) {
        pieces.push(...splitter.push(bytes.subarray(start, start + cut)))
        start += cut
      }
      expect(Buffer.concat([...pieces, splitter.rest()]).toString()).toBe(stream)
      for (const piece of pieces) expect(piece.toString()).toMatch(/(?:\r\n|\n|\r)(?:\r\n|\n|\r)$/)
    }))
  })
})
