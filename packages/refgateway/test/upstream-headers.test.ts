import { describe, expect, it } from 'vitest'
import { answerHeaders, upstreamHeaders } from '../src/upstream-headers.js'

describe('upstreamHeaders', () => {
  it('forwards what is meant for the provider, in the order and spelling of the client', () => {
    const raw = ['Host', 'x', 'Content-Type', 'application/json', 'X-Lat-Agent', 'bench', 'authorization', 'Bearer k', 'X-Bench-Id', 'r1', 'X-Bench-Id', 'r2', 'Content-Length', '5', 'Transfer-Encoding', 'chunked', 'Expect', '100-continue']
    expect(upstreamHeaders(raw, undefined, false)).toEqual(['Content-Type', 'application/json', 'authorization', 'Bearer k', 'X-Bench-Id', 'r1', 'X-Bench-Id', 'r2'])
  })

  it('drops headers that the connection header names', () => {
    expect(upstreamHeaders(['Connection', 'keep-alive, X-Hop', 'X-Hop', '1', 'X-End', '2'], 'keep-alive, X-Hop', false)).toEqual(['X-End', '2'])
  })

  it('asks for an answer without a coding where it has to be read', () => {
    expect(upstreamHeaders(['Accept-Encoding', 'gzip'], undefined, true)).toEqual([])
    expect(upstreamHeaders(['Accept-Encoding', 'gzip'], undefined, false)).toEqual(['Accept-Encoding', 'gzip'])
  })
})

describe('answerHeaders', () => {
  it('keeps repeated headers and every byte of a value', () => {
    const raw = ['Set-Cookie', 'a', 'Set-Cookie', 'b', 'X-Name', 'é日', 'Connection', 'close', 'Content-Length', '3'].map((text) => Buffer.from(text))
    const answered = answerHeaders(raw, 'close')
    expect(answered.slice(0, 4)).toEqual(['Set-Cookie', 'a', 'Set-Cookie', 'b'])
    expect(Buffer.from(answered[5]!, 'latin1').toString()).toBe('é日')
    expect(answered).toHaveLength(6)
  })
})
