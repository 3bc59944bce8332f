import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFramer } from '../src/answer-framer.js'

/** Feeds the bytes of one connection in the given cuts; heads and all bytes come back. */
function frame(text: string, cuts: readonly number[] = [], heads: readonly boolean[] = []) {
  let answered = 0
  const framer = answerFramer({ isHead: () => heads[answered] ?? false, onComplete: () => (answered += 1) })
  const bytes = Buffer.from(text, 'latin1')
  const bounds = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const pieces = bounds.slice(1).flatMap((end, index) => framer.push(bytes.subarray(bounds[index], end)))
  return {
    heads: pieces.filter((piece) => piece.kind === 'head').map((piece) => piece.bytes.toString('latin1').split('\r\n', 1)[0]),
    text: Buffer.concat([...pieces.map((piece) => piece.bytes), framer.rest()]).toString('latin1'),
    answered,
    pieces,
  }
}

const withLength = (status: number, body: string) => `HTTP/1.1 ${status} X\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunked = (parts: readonly string[]) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${parts.map((part) => `${part.length.toString(16)};x=y\r\n${part}\r\n`).join('')}0\r\nx-trailer: 1\r\n\r\n`

describe('answerFramer', () => {
  it('finds the answers of a connection behind one another', () => {
    const framed = frame(withLength(200, 'hello') + chunked(['a', 'HTTP/1.1 999']) + withLength(404, ''))
    expect(framed.heads).toEqual(['HTTP/1.1 200 X', 'HTTP/1.1 200 OK', 'HTTP/1.1 404 X'])
    expect(framed.answered).toBe(3)
  })

  it.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', false],
    ['304 with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 10\r\n\r\n', false],
    ['an answer to HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n', true],
  ])('expects no body after %s', (_what, answer, isHead) => {
    expect(frame(answer + withLength(200, 'x'), [], [isHead]).heads).toHaveLength(2)
  })

  it('marks an interim answer and waits for the one proper', () => {
    const framed = frame('HTTP/1.1 100 Continue\r\n\r\n' + withLength(200, 'x'))
    expect(framed.pieces.filter((piece) => piece.kind === 'head').map((piece) => piece.interim)).toEqual([true, false])
    expect(framed.answered).toBe(1)
  })

  it('reads an answer without a length until the connection closes', () => {
    expect(frame('HTTP/1.1 200 OK\r\n\r\nanything\r\n\r\nHTTP/1.1 200 OK\r\n\r\n').heads).toHaveLength(1)
  })

  it('holds an incomplete head back', () => {
    const framed = frame('HTTP/1.1 200 OK\r\ncontent-le')
    expect(framed.pieces).toEqual([])
    expect(framed.text).toBe('HTTP/1.1 200 OK\r\ncontent-le')
  })

  it('passes bytes and finds answers alike, however the connection is cut', () => {
    const answer = fc.oneof(
      fc.string({ unit: 'binary-ascii' }).map((body) => withLength(200, body)),
      fc.array(fc.string({ unit: 'binary-ascii', minLength: 1 })).map(chunked),
    )
    fc.assert(fc.property(fc.array(answer, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(), { maxLength: 20 }), (answers, cuts) => {
      const framed = frame(answers.join(''), cuts)
      expect(framed.text).toBe(answers.join(''))
      expect(framed.heads).toHaveLength(answers.length)
      expect(framed.answered).toBe(answers.length)
    }))
  })

  it('passes bytes that are no HTTP at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), fc.array(fc.nat(), { maxLength: 5 }), (text, cuts) => {
      expect(frame(text, cuts).text).toBe(text)
    }))
  })
})
