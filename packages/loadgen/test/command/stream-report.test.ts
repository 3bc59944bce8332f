import type { Row } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { createChunkLog, logChunk, streamChunks } from '../../src/chunk-log.js'
import type { StreamChunks } from '../../src/chunk-log.js'
import { report } from '../../src/command/report.js'
import { streamReport } from '../../src/command/stream-report.js'
import { runCell } from '../../src/run-cell.js'
import { cell } from '../cell.js'
import { startServer } from '../start-server.js'

/** One stream per arm: `a` reads every 10 ns, `b` every 1000; row 0 of arm `a` is due at 500, row 1 at 600. */
function logged(capacity: number): StreamChunks {
  const log = createChunkLog(capacity, 0, Uint8Array.of(0, 1))
  for (let read = 0; read < 4; read += 1) {
    logChunk(log, 0, read * 10, 1, 1)
    logChunk(log, 1, read * 1000, 1, read === 3 ? 2 : 1)
  }
  return streamChunks(log, ['a', 'b'], (row) => row)
}
const rows = [{ sequence: 0, scheduledNs: 500 }, { sequence: 1, scheduledNs: 600 }] as Row[]

describe('streamReport', () => {
  it('keeps the gaps of the arms apart', () => {
    expect(streamReport(logged(8), 'a', rows)).toMatchObject({ gapNs: { maxNs: 10 }, eventChunks: 4, coalescedChunks: 0, lostChunks: 0, keptFromNs: null })
    expect(streamReport(logged(8), 'b', rows)).toMatchObject({ gapNs: { maxNs: 1000 }, eventChunks: 4, coalescedChunks: 1 })
  })

  it('says from where on its gaps are when earlier reads were lost', () => {
    expect(streamReport(logged(4), 'a', rows)).toMatchObject({ eventChunks: 2, lostChunks: 2, keptFromNs: 520 })
    expect(streamReport(logged(4), 'b', rows)).toMatchObject({ eventChunks: 2, lostChunks: 2, keptFromNs: 2600 })
  })

  it('is null without reads', () => {
    expect(streamReport(logged(8), 'c', rows)).toBeNull()
  })
})

describe('the streams of a report', () => {
  it('stand in each arm of several, and nowhere pooled', async () => {
    const event = 'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n'
    const server = await startServer((response, { url }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event)
      if (url === '/once') response.end('data: [DONE]\n\n')
      else setTimeout(() => response.end(`${event}data: [DONE]\n\n`), 100)
    })
    try {
      const arms = ['once', 'twice'].map((name) => ({ name, url: `${server.url}/${name}`, expect: 'sse' as const }))
      const spec = cell({ arms, ratePerSecond: 50, steadyMs: 200, chunkTimes: 100 })
      const made = report(await runCell(spec), { ratePerSecond: 50, steadyMs: 200, slots: spec.slots! })
      expect(made.streams).toBeNull()
      expect(made.arms.find(({ arm }) => arm === 'twice')!.streams!.gapNs!.maxNs).toBeGreaterThan(50e6)
      expect(made.arms.map(({ streams }) => streams!.lostChunks)).toEqual([0, 0])
    } finally {
      await server.stop()
    }
  })
})
