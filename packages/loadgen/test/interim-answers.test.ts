import type { Row } from '@lat/rows'
import { afterEach, describe, expect, it } from 'vitest'
import type { TransportName } from '../src/cell-spec.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { startWire } from './start-wire.js'
import type { RunningWire } from './start-wire.js'

const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n'
const FINAL = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
/** Between two writes of the server. */
const HELD_MS = 30
/** So long that whoever reads the first write late still reads it apart from the second. */
const LONG_HELD_MS = 400

let wire: RunningWire
afterEach(() => wire.stop())

async function rowsAgainst(transport: TransportName, first: string, rest: string, heldMs: number): Promise<Row[]> {
  wire = await startWire((socket) => {
    socket.write(first)
    setTimeout(() => socket.write(rest), heldMs)
  })
  const { rows } = await runCell(cell({ arms: [{ name: 'a', url: wire.url }], ratePerSecond: 20, steadyMs: 150, transport }))
  return [...rows]
}

describe.each(['undici', 'raw'] as const)('an answer after early hints (%s)', (transport) => {
  it.each([
    ['whole', HINTS, FINAL],
    ['cut in two', HINTS.slice(0, 40), HINTS.slice(40) + FINAL],
    ['twice', HINTS + HINTS, FINAL],
  ])('has its first byte where it starts itself: hints %s', async (_how, first, rest) => {
    const rows = await rowsAgainst(transport, first, rest, HELD_MS)
    expect(rows).toHaveLength(3)
    for (const { outcome, status, writtenNs, firstByteNs } of rows) {
      expect([outcome, status]).toEqual(['ok', 200])
      expect(firstByteNs! - writtenNs!).toBeGreaterThan((HELD_MS / 2) * 1e6)
    }
  })

  it('keeps the first byte of an answer that began in the same read as its hints', async () => {
    const rows = await rowsAgainst(transport, HINTS + FINAL.slice(0, 20), FINAL.slice(20), LONG_HELD_MS)
    for (const { outcome, firstByteNs, lastByteNs } of rows) {
      expect(outcome).toBe('ok')
      expect(lastByteNs! - firstByteNs!).toBeGreaterThan((HELD_MS / 2) * 1e6)
    }
  })
})

describe('an answer that is none', () => {
  it.each([
    ['not HTTP', 'lol\r\n\r\n'],
    ['a 100 Continue nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${FINAL}`],
  ])('is malformed: %s', async (_what, bytes) => {
    wire = await startWire((socket) => void socket.write(bytes))
    const { steady, failures } = await runCell(cell({ arms: [{ name: 'a', url: wire.url }], ratePerSecond: 20, steadyMs: 150 }))
    expect([steady.scheduled, failures]).toEqual([3, { 'malformed-answer': 3 }])
  })

  it('fails when bytes nobody asked for come in a write of their own after the last answer of the run', async () => {
    wire = await startWire((socket) => {
      socket.write(FINAL)
      setImmediate(() => socket.write(FINAL))
    })
    const { failures } = await runCell(cell({ arms: [{ name: 'a', url: wire.url }], ratePerSecond: 20, steadyMs: 40 }))
    expect(failures).toEqual({ 'excess-bytes': 1 })
  })
})
