import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParser, parseEvents } from '../src/index.js'
import type { SseEvent } from '../src/index.js'
import { cut, streams, utf8 } from './bytes.js'

function parse(parts: readonly Uint8Array[]): SseEvent[] {
  const events: SseEvent[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  for (const part of parts) parser.feed(part)
  parser.end()
  return events
}
const data = (text: string): string[] => parse([utf8(text)]).map((event) => event.data)

describe('createParser', () => {
  it('dispatches type, joined data lines and the last id', () => {
    expect(parse([utf8('event: add\ndata: a\ndata:b\nid: 7\n\ndata: c\n\n')])).toEqual([
      { type: 'add', data: 'a\nb', lastEventId: '7' },
      { type: 'message', data: 'c', lastEventId: '7' },
    ])
  })

  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['a mixture', 'data: a\r\n\ndata: b\n\r\n'],
    ['a byte order mark before the first line', '\ufeffdata: a\n\ndata: b\n\n'],
    ['comments between', ': x\ndata: a\n\n: [DONE]\n\n:data: no\ndata: b\n\n'],
  ])('reads %s', (_, text) => {
    expect(data(text)).toEqual(['a', 'b'])
  })

  it.each([
    ['one space after the colon', 'data:  a\n\n', [' a']],
    ['a data line without a colon', 'data\n\n', ['']],
    ['two empty data lines', 'data\ndata\n\n', ['\n']],
    ['an event name alone', 'event: ping\n\n', []],
    ['an unknown field', 'datax: a\n\n', []],
    ['a second byte order mark', '\ufeff\ufeffdata: a\n\n', []],
    ['a last event without its blank line', 'data: a\n\ndata: b\n', ['a']],
    ['a last line without its line end', 'data: a\n\ndata: b', ['a']],
  ])('follows the standard on %s', (_, text, expected) => {
    expect(data(text)).toEqual(expected)
  })

  it('dispatches at a bare CR without waiting for the LF that may follow', () => {
    const events: string[] = []
    const parser = createParser({ onEvent: (event) => events.push(event.data) })
    parser.feed(utf8('data: a\r\n\r'))
    expect(events).toEqual(['a'])
    parser.feed(utf8('\ndata: b\r\n\r\n'))
    expect(events).toEqual(['a', 'b'])
  })

  it('ignores an id with NUL and a retry that is not digits', () => {
    const retries: number[] = []
    const events: SseEvent[] = []
    const parser = createParser({ onEvent: (event) => events.push(event), onRetry: (ms) => retries.push(ms) })
    parser.feed(utf8('id: 1\nid: 2\0\nretry: 30\nretry: +5\nretry:\ndata: x\n\n'))
    expect(events).toEqual([{ type: 'message', data: 'x', lastEventId: '1' }])
    expect(retries).toEqual([30])
  })

  it('hands out comments', () => {
    const comments: string[] = []
    createParser({ onEvent: () => undefined, onComment: (text) => comments.push(text) }).feed(utf8(': ping\n\n:\n'))
    expect(comments).toEqual([' ping', ''])
  })

  it('keeps its bytes when the caller fills the same buffer again', () => {
    const buffer = utf8('data: a')
    const events: string[] = []
    const parser = createParser({ onEvent: (event) => events.push(event.data) })
    parser.feed(buffer)
    buffer.fill(0)
    parser.feed(utf8('b\n\n'))
    expect(events).toEqual(['ab'])
  })

  it('says at the end whether something unfinished was discarded', () => {
    const ended = (text: string): boolean => {
      const parser = createParser({ onEvent: () => undefined })
      parser.feed(utf8(text))
      return parser.end()
    }
    expect(['data: a\n\n', 'data: a\n', 'dat', ''].map(ended)).toEqual([false, true, true, false])
  })

  it.each([
    ['LAT_SSE_EVENT_TOO_LARGE', 'a line without an end', ['data: 12345678', '9']],
    ['LAT_SSE_EVENT_TOO_LARGE', 'an event without an end', ['data: 1\n', 'data: 2\n', 'data: 3\n']],
  ])('refuses with %s on %s', (code, _, parts) => {
    const parser = createParser({ onEvent: () => undefined, maxEventBytes: 14 })
    expect(() => parts.forEach((part) => parser.feed(utf8(part)))).toThrow(expect.objectContaining({ code }))
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses with LAT_SSE_BAD_LIMIT a limit of %s bytes', (maxEventBytes) => {
    expect(() => createParser({ onEvent: () => undefined, maxEventBytes })).toThrow(expect.objectContaining({ code: 'LAT_SSE_BAD_LIMIT' }))
  })

  it('dispatches the same events however the bytes are cut', () => {
    fc.assert(fc.property(streams, fc.array(fc.nat(80), { maxLength: 8 }), (bytes, offsets) => {
      expect(parse(cut(bytes, offsets))).toEqual(parseEvents(bytes))
    }), { numRuns: 2000 })
  })
})
