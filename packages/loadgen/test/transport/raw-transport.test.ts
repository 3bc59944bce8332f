import { describe, expect, it } from 'vitest'
import { runCell } from '../../src/run-cell.js'
import { cell } from '../cell.js'
import { answerJson, startServer } from '../start-server.js'

describe('raw transport', () => {
  it('sends the same request and sets the same marks', async () => {
    const server = await startServer((response) => answerJson(response))
    try {
      const { rows, steady, transport } = await runCell(cell({ arms: [{ name: 'a', url: `${server.url}/x`, body: '{}', headers: { 'x-key': 'k' } }], transport: 'raw', steadyMs: 200 }))
      expect([transport, steady.scheduled, steady.ok]).toEqual(['raw', 40, 40])
      expect(server.requests[0]).toMatchObject({ url: '/x', body: '{}', headers: { 'x-key': 'k', 'accept-encoding': 'identity' } })
      for (const { dispatchedNs, connectedNs, writtenNs, firstByteNs, lastByteNs } of rows) {
        const marks = [dispatchedNs, connectedNs, writtenNs, firstByteNs, lastByteNs]
        expect(marks.every((mark) => mark !== null)).toBe(true)
        expect(marks).toEqual([...marks].sort((a, b) => a! - b!))
      }
    } finally {
      await server.stop()
    }
  })

  it('names failures as undici does', async () => {
    const server = await startServer((response, { url }) => {
      if (url === '/status') response.writeHead(500, { 'content-length': 0 }).end()
      else if (url === '/destroy') response.destroy()
      else if (url === '/short') {
        response.writeHead(200, { 'content-length': 10 })
        response.write('short')
        setTimeout(() => response.destroy(), 5)
      }
    })
    try {
      const { rows, steady } = await runCell(
        cell({ arms: ['status', 'destroy', 'short', 'never'].map((name) => ({ name, url: `${server.url}/${name}` })), transport: 'raw', ratePerSecond: 100, steadyMs: 200, requestTimeoutMs: 200 }),
      )
      const byArm: Record<string, Set<string | null>> = {}
      for (const { arm, failure, outcome } of rows) if (outcome === 'failed') (byArm[arm] ??= new Set()).add(failure)
      expect(byArm).toEqual({ status: new Set(['status-500']), destroy: new Set(['early-close']), short: new Set(['truncated-body']), never: new Set(['timeout']) })
      expect(steady.ok + steady.failed + steady.dropped + steady.abandoned).toBe(20)
    } finally {
      await server.stop()
    }
  })

  it('opens a new connection after it lost one, and says so', async () => {
    const server = await startServer((response) => response.destroy())
    try {
      const { rows, steady, reconnects } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], transport: 'raw', ratePerSecond: 50, steadyMs: 200, slots: 1 }))
      const sent = [...rows].filter(({ dispatchedNs }) => dispatchedNs !== null)
      expect([sent.length + steady.dropped, sent[0]!.reconnected, sent.slice(1).every(({ reconnected }) => reconnected)]).toEqual([10, false, true])
      expect(reconnects).toBe(sent.length - 1)
    } finally {
      await server.stop()
    }
  })
})
