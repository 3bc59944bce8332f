import { describe, expect, it } from 'vitest'
import { closedLoop } from '../src/closed-loop.js'
import { answerJson, startServer } from './start-server.js'

describe('closedLoop', () => {
  it('keeps each user busy with one request at a time', async () => {
    let inFlight = 0
    let most = 0
    const server = await startServer((response) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      setTimeout(() => {
        inFlight -= 1
        answerJson(response)
      }, 2)
    })
    try {
      const result = await closedLoop({ name: 'c', target: { name: 'a', url: server.url, expect: 'json' }, users: 4, warmupMs: 100, steadyMs: 300 })
      expect(most).toBe(4)
      expect(server.connections()).toBe(4)
      expect(result.steady.ok).toBe(result.steady.scheduled)
      expect(result.steady.ok + result.warmup.ok).toBe(server.requests.length)
      expect(result.warmup.scheduled).toBeGreaterThan(0)
      expect(result).toMatchObject({ pacing: 'closed', users: 4, full: false, mostInFlight: 4 })
      expect(result.completedPerSecond).toBeCloseTo(result.steady.ok / 0.3)
      for (const row of result.rows) {
        expect(row.scheduledNs).toBeGreaterThanOrEqual(0)
        expect(row.dispatchedNs).toBe(0)
      }
    } finally {
      await server.stop()
    }
  })

  it('waits out a freeze with its users, so that hardly a request shows it', async () => {
    const server = await startServer((response, { number }) => (number === 5 ? setTimeout(() => answerJson(response), 200) : void answerJson(response)))
    try {
      const { rows, steady } = await closedLoop({ name: 'c', target: { name: 'a', url: server.url }, users: 1, warmupMs: 0, steadyMs: 600 })
      expect(steady.ok).toBeGreaterThan(6)
      expect(rows.at(5).lastByteNs).toBeGreaterThan(190e6)
      // In the open model every arrival of those 200 ms would be late by what was left of them.
      expect(rows.at(6).lastByteNs! - rows.at(6).connectedNs!).toBeLessThan(rows.at(5).lastByteNs! - rows.at(5).connectedNs!)
    } finally {
      await server.stop()
    }
  })

  it('ends early when its rows are full, and says so', async () => {
    const server = await startServer((response) => answerJson(response))
    try {
      const result = await closedLoop({ name: 'c', target: { name: 'a', url: server.url }, users: 2, warmupMs: 0, steadyMs: 10_000, maxRequests: 50 })
      expect([result.full, result.rows.length, server.requests.length]).toEqual([true, 50, 50])
    } finally {
      await server.stop()
    }
  })

  it('abandons what is never answered', async () => {
    const server = await startServer(() => undefined)
    try {
      const { steady } = await closedLoop({ name: 'c', target: { name: 'a', url: server.url }, users: 3, warmupMs: 0, steadyMs: 800, graceMs: 0 })
      expect(steady).toEqual({ scheduled: 3, ok: 0, failed: 0, dropped: 0, abandoned: 3 })
    } finally {
      await server.stop()
    }
  })
})
