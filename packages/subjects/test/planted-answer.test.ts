import { describe, expect, it } from 'vitest'
import { plantedAnswer } from '../src/planted-answer.js'

const answer = (head: string, body: string | null, plantedNs: number) => plantedAnswer(Buffer.from(head), body === null ? null : Buffer.from(body)).report(plantedNs).toString()

describe('plantedAnswer', () => {
  it('adds the header behind the others and changes nothing else', () => {
    expect(answer('HTTP/1.1 200 OK\r\nA: b\r\n\r\n', null, 1_000_123)).toBe('HTTP/1.1 200 OK\r\nA: b\r\nx-lat-planted-ns: 000001000123\r\n\r\n')
    expect(answer('HTTP/1.1 204 No Content\r\n\r\n', null, 0)).toBe('HTTP/1.1 204 No Content\r\nx-lat-planted-ns: 000000000000\r\n\r\n')
  })

  it('carries the body that came with the head', () => {
    expect(answer('HTTP/1.1 200 OK\r\n\r\n', 'body', 5)).toBe('HTTP/1.1 200 OK\r\nx-lat-planted-ns: 000000000005\r\n\r\nbody')
  })

  it('adds to what another plant on the path has recorded', () => {
    expect(answer('HTTP/1.1 200 OK\r\nX-Lat-Planted-Ns: 40\r\nA: b\r\n\r\n', null, 2)).toBe('HTTP/1.1 200 OK\r\nA: b\r\nx-lat-planted-ns: 000000000042\r\n\r\n')
  })

  it('stays within its width', () => {
    expect(answer('HTTP/1.1 200 OK\r\n\r\n', null, 2e12)).toBe('HTTP/1.1 200 OK\r\nx-lat-planted-ns: 999999999999\r\n\r\n')
  })
})
