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
  it('keeps the steady chunks until it is full, and counts the rest', () => {
    const log = createChunkLog(2, 10)
    logChunk(log, 9, 1, 1, 1)
    logChunk(log, 10, 1.4, 7, 1)
    logChunk(log, 10, 2.6, 8, 3)
    logChunk(log, 11, 3, 9, 1)
    const chunks = streamChunks(log, (row) => row - 10)
    expect([chunks.length, chunks.lost]).toEqual([2, 1])
    expect([...chunks]).toEqual([
      { sequence: 0, atNs: 1, bytes: 7, events: 1 },
      { sequence: 0, atNs: 3, bytes: 8, events: 2 },
    ])
    expect([...streamChunks(null, (row) => row)]).toEqual([])
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
