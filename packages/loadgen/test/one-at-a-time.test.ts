import { describe, expect, it } from 'vitest'
import { createOneAtATime } from '../src/one-at-a-time.js'
import { answerJson, startServer } from './start-server.js'

describe('createOneAtATime', () => {
  it('sends one request per call to the target it is told, on one connection each', async () => {
    const a = await startServer((response) => answerJson(response, undefined, { 'x-lat-planted-ns': '5' }))
    const b = await startServer((response) => answerJson(response))
    const client = await createOneAtATime({ targets: [{ name: 'a', url: a.url, expect: 'json' }, { name: 'b', url: b.url, body: 'hi' }] })
    try {
      const rows = [await client.request(0), await client.request(1), await client.request(0)]
      expect(rows.map(({ arm, sequence, outcome, plantedNs }) => [arm, sequence, outcome, plantedNs])).toEqual([
        ['a', 0, 'ok', 5],
        ['b', 1, 'ok', null],
        ['a', 2, 'ok', 5],
      ])
      for (const row of rows) {
        const marks = [row.dispatchedNs, row.connectedNs, row.writtenNs, row.firstByteNs, row.lastByteNs]
        expect(marks).toEqual([...marks].sort((x, y) => x! - y!))
        expect(row.firstEventNs).toBeNull()
      }
      expect(rows[2]!.scheduledNs).toBeGreaterThan(rows[1]!.scheduledNs)
      expect([a.requests.length, b.requests.length, a.connections(), b.connections(), client.reconnects]).toEqual([2, 1, 1, 1, 0])
      expect(b.requests[0]!.body).toBe('hi')
    } finally {
      await client.close()
      await a.stop()
      await b.stop()
    }
  })

  it('marks the events of a stream', async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })
    const client = await createOneAtATime({ targets: [{ name: 'a', url: server.url, expect: 'sse' }] })
    try {
      expect(await client.request(0)).toMatchObject({ outcome: 'ok', firstEventNs: expect.any(Number), secondEventNs: expect.any(Number) })
    } finally {
      await client.close()
      await server.stop()
    }
  })

  it('returns failures as rows: a status, and a deadline', async () => {
    const server = await startServer((response, { number }) => {
      if (number === 0) response.writeHead(500).end()
    })
    const client = await createOneAtATime({ targets: [{ name: 'a', url: server.url }], requestTimeoutMs: 300 })
    try {
      expect(await client.request(0)).toMatchObject({ outcome: 'failed', failure: 'status-500', status: 500 })
      expect(await client.request(0)).toMatchObject({ outcome: 'failed', failure: 'timeout', status: null })
      expect(await client.request(0)).toMatchObject({ outcome: 'failed', failure: 'timeout', reconnected: true })
    } finally {
      await client.close()
      await server.stop()
    }
  })

  it('refuses a second request beside the first, and a target it does not have', async () => {
    const server = await startServer((response) => answerJson(response))
    const client = await createOneAtATime({ targets: [{ name: 'a', url: server.url }] })
    try {
      const first = client.request(0)
      await expect(client.request(0)).rejects.toThrow('one at a time')
      await first
      await expect(client.request(1)).rejects.toThrow('target 1 of 1')
    } finally {
      await client.close()
      await server.stop()
    }
  })

  it('refuses a target that does not listen', async () => {
    const server = await startServer((response) => answerJson(response))
    await server.stop()
    await expect(createOneAtATime({ targets: [{ name: 'a', url: server.url }] })).rejects.toMatchObject({ code: 'LAT_LOAD_CANNOT_CONNECT' })
  })
})
