import { describe, expect, it } from 'vitest'
import { scanHeaders } from '../../src/transport/scan-headers.js'

function scan(headers: Record<string, string>) {
  const into = { plantedNs: NaN, encoded: false, stream: false }
  scanHeaders(Object.entries(headers).flat().map((text) => Buffer.from(text)), into)
  return into
}

describe('scanHeaders', () => {
  it('reads what a planted delay says it applied', () => {
    expect(scan({ 'X-Lat-Planted-Ns': '1000123', 'content-length': '2' })).toEqual({ plantedNs: 1000123, encoded: false, stream: false })
  })

  it('takes only whole nanoseconds for a planted delay', () => {
    expect(scan({ 'x-lat-planted-ns': '1.5' }).plantedNs).toBeNaN()
    expect(scan({ 'x-lat-planted-ns': '' }).plantedNs).toBeNaN()
  })

  it('sees an encoding that was not asked for', () => {
    expect(scan({ 'content-encoding': 'gzip' }).encoded).toBe(true)
    expect(scan({ 'content-encoding': 'identity' }).encoded).toBe(false)
  })

  it('sees an event stream', () => {
    expect(scan({ 'Content-Type': 'text/event-stream; charset=utf-8' }).stream).toBe(true)
    expect(scan({ 'content-type': 'application/json' }).stream).toBe(false)
  })
})
