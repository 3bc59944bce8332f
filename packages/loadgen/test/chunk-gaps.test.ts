import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkGaps } from '../src/chunk-gaps.js'
import { createChunkLog, logChunk, streamChunks } from '../src/chunk-log.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { startServer } from './start-server.js'

describe('chunkGaps', () => {
  it('takes the gaps inside each stream and counts what came together', () => {
    const at = (sequence: number, atNs: number, events: number) => ({ sequence, atNs, bytes: 10, events })
    expect(chunkGaps([at(0, 0, 1), at(1, 5, 1), at(0, 30, 2), at(1, 40, 0), at(1, 45, 1)])).toEqual({ gapsNs: [30, 40], eventChunks: 4, coalescedChunks: 1 })
  })
})

describe('the chunk log', () => {
  /** Rows 0 to 9 are warm-up; of the others the even ones are of arm `a`, the odd ones of arm `b`. */
  const logOf = (capacity: number) => createChunkLog(capacity, 10, Uint8Array.from({ length: 20 }, (_, row) => row % 2))
  const read = (log: ReturnType<typeof logOf> | null) => streamChunks(log, ['a', 'b'], (row) => row - 10)

  it('keeps the steady chunks in order while there is a place for each', () => {
    const log = logOf(3)
    logChunk(log, 9, 1, 1, 1)
    logChunk(log, 10, 1.4, 7, 1)
    logChunk(log, 11, 2.6, 8, 2)
    expect([read(log).length, read(log).lost]).toEqual([2, 0])
    expect([...read(log)]).toEqual([
      { sequence: 0, arm: 'a', atNs: 1, bytes: 7, events: 1 },
      { sequence: 1, arm: 'b', atNs: 3, bytes: 8, events: 2 },
    ])
    expect([read(null).length, read(null).lost, read(null).lostOf('a'), ...read(null)]).toEqual([0, 0, 0])
  })

  it('keeps the newest when there are more, and counts those they took the place of', () => {
    const log = logOf(3)
    for (const [row, atNs] of [[10, 1], [11, 2], [10, 3], [10, 4], [11, 5]] as const) logChunk(log, row, atNs, 1, 1)
    const chunks = read(log)
    expect([chunks.length, chunks.lost, chunks.lostOf('a'), chunks.lostOf('b'), chunks.lostOf('c')]).toEqual([3, 2, 1, 1, 0])
    expect([...chunks].map(({ arm, atNs, events }) => [arm, atNs, events])).toEqual([['a', 3, 1], ['a', 4, 1], ['b', 5, 1]])
  })

  it('keeps the last reads of whatever came, in their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 10, max: 19 }), { maxLength: 40 }), (capacity, arrivals) => {
        const log = logOf(capacity)
        arrivals.forEach((row, atNs) => logChunk(log, row, atNs, 1, 1))
        const last = arrivals.map((row, atNs) => [row - 10, atNs]).slice(-capacity)
        expect([...read(log)].map(({ sequence, atNs }) => [sequence, atNs])).toEqual(last)
        expect(read(log).lost).toBe(arrivals.length - last.length)
      }),
    )
  })

  it('holds every read of a stream, with its events', async () => {
    const event = (content: string, finish: string | null): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('a', null))
      setTimeout(() => response.end(`${event('b', 'stop')}data: [DONE]\n\n`), 30)
    })
    try {
      const { chunks, rows } = await runCell(cell({ arms: [{ name: 'a', url: server.url, expect: 'sse' }], ratePerSecond: 50, steadyMs: 100, chunkTimes: 100 }))
      const all = [...chunks]
      expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(15)
      expect(chunks.lost).toBe(0)
      for (const row of rows) {
        const own = all.filter(({ sequence }) => sequence === row.sequence)
        expect([own[0]!.atNs, own.at(-1)!.atNs]).toEqual([row.firstEventNs, row.lastByteNs])
      }
      expect(chunkGaps(chunks)).toMatchObject({ eventChunks: all.length })
    } finally {
      await server.stop()
    }
  })
})
