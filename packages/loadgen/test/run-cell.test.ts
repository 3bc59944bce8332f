import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { getEventListeners, once } from 'node:events'
import { decodeRows, encodeRows } from '@lat/rows'
import type { Row } from '@lat/rows'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CellProgress } from '../src/cell-result.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { answerJson, startServer } from './start-server.js'
import type { Answer, RunningServer } from './start-server.js'

const servers: { stop(): Promise<void> }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function serve(answer: Answer): Promise<RunningServer> {
  const server = await startServer(answer)
  servers.push(server)
  return server
}

const marksOf = ({ dispatchedNs, connectedNs, writtenNs, firstByteNs, lastByteNs }: Row): (number | null)[] => [dispatchedNs, connectedNs, writtenNs, firstByteNs, lastByteNs]

describe('runCell', () => {
  it('sends every arrival once and marks it on its way', async () => {
    const server = await serve((response) => answerJson(response))
    const result = await runCell(cell({ arms: [{ name: 'direct', url: `${server.url}/v1/chat?x=1`, body: '{"a":1}', headers: { 'x-key': 'k' }, expect: 'json' }], ratePerSecond: 100, warmupMs: 100, steadyStartMs: 150, steadyMs: 200 }))

    expect(result.warmup).toEqual({ scheduled: 10, ok: 10, failed: 0, dropped: 0, abandoned: 0 })
    expect(result.steady).toEqual({ scheduled: 20, ok: 20, failed: 0, dropped: 0, abandoned: 0 })
    expect(server.requests).toHaveLength(30)
    expect(server.requests[0]).toMatchObject({ url: '/v1/chat?x=1', body: '{"a":1}', headers: { 'x-key': 'k', 'accept-encoding': 'identity', host: `127.0.0.1:${server.port}` } })

    const rows = [...result.rows]
    expect(rows.map(({ sequence, scheduledNs }) => [sequence, scheduledNs])).toEqual(Array.from({ length: 20 }, (_, i) => [i, i * 10e6]))
    for (const row of rows) {
      expect(row).toMatchObject({ arm: 'direct', status: 200, outcome: 'ok', failure: null, reconnected: false, firstEventNs: null, secondEventNs: null, plantedNs: null })
      const marks = marksOf(row)
      expect(marks.every((mark) => Number.isInteger(mark))).toBe(true)
      expect(marks).toEqual([...marks].sort((a, b) => a! - b!))
    }
    expect(result).toMatchObject({ failures: {}, labels: {}, reconnects: 0, stalled: 0, aborted: false, pacing: 'worker', targets: [{ arm: 'direct', url: `${server.url}/v1/chat?x=1`, address: '127.0.0.1' }] })
    expect(result.lateness.p50Ns).toBeGreaterThan(0)
    expect(result.worstTenMsSends).toBeGreaterThan(0)
  })

  it('returns rows that survive their file', async () => {
    const server = await serve((response, { number }) => (number % 3 === 0 ? response.writeHead(503).end() : answerJson(response)))
    const { rows, steady } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 300, steadyMs: 100, slots: 8 }))
    const text = [...encodeRows(rows, { arms: ['a'], ratePerSecond: 300 })].join('')
    expect(text).not.toContain('scheduledNs')
    expect([...decodeRows(text, 'cell').rows]).toEqual([...rows])
    expect(steady.scheduled).toBe(30)
  })

  it('opens a connection per slot before the first arrival, and sends nothing on it', async () => {
    const server = await serve((response) => answerJson(response))
    await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 50, steadyMs: 40, slots: 7 }))
    expect([server.connections(), server.requests.length]).toEqual([7, 2])
  })

  it('leaves no handle open', async () => {
    const server = await serve((response) => answerJson(response))
    const open = (): string[] => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker' || name === 'TCPSocketWrap')
    const before = open()
    const signal = new AbortController().signal
    await runCell(cell({ arms: [{ name: 'a', url: server.url }], steadyMs: 20 }), { onProgress: () => undefined, signal })
    await server.stop()
    expect(open()).toEqual(before)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('shows a freeze of the server in every arrival that fell into it', async () => {
    const held: (() => void)[] = []
    const server = await serve((response, { number }) => {
      if (number < 10 || number >= 40) return answerJson(response)
      held.push(() => answerJson(response))
      if (number === 39) for (const release of held) release()
    })
    const { rows, steady } = await runCell(cell({ arms: [{ name: 'a', url: server.url, expect: 'json' }], ratePerSecond: 200, steadyMs: 300 }))
    expect(steady.ok).toBe(60)
    // 30 requests are held until the 40th has come, which is not before the 40th is due; 20 come later.
    const dueNs = rows.at(39).scheduledNs
    expect([...rows].filter(({ scheduledNs, lastByteNs }) => scheduledNs + lastByteNs! >= dueNs).length).toBeGreaterThanOrEqual(50)
  })

  it('drops what finds no slot and abandons what is in flight after the grace period: the classes add up', async () => {
    const server = await serve(() => undefined)
    const { steady, rows, mostInFlight, worstTenMsSends } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 50, steadyMs: 1000, slots: 5, graceMs: 0 }))
    expect(steady).toEqual({ scheduled: 50, ok: 0, failed: 0, dropped: 45, abandoned: 5 })
    expect(rows.at(0)).toMatchObject({ outcome: 'abandoned', status: null, failure: null, firstByteNs: null, lastByteNs: null, writtenNs: expect.any(Number) })
    expect(rows.at(49)).toMatchObject({ outcome: 'dropped', scheduledNs: 980e6, dispatchedNs: null, connectedNs: null })
    expect(mostInFlight).toBe(5)
    expect(worstTenMsSends).toBeGreaterThanOrEqual(1)
  })

  it('ends although the server never answers: its own deadline fails each request', async () => {
    const server = await serve(() => undefined)
    const { steady, failures, rows } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, steadyMs: 200, requestTimeoutMs: 60 }))
    expect(steady).toEqual({ scheduled: 20, ok: 0, failed: 20, dropped: 0, abandoned: 0 })
    expect(failures).toEqual({ timeout: 20 })
    expect(rows.at(0)).toMatchObject({ failure: 'timeout', lastByteNs: null, status: null })
  })

  it('interleaves arms and lets each answer say what was planted in it', async () => {
    const server = await serve((response, { url }) => answerJson(response, undefined, url === '/planted' ? { 'x-lat-planted-ns': '1234567' } : {}))
    const { rows } = await runCell(cell({ arms: [{ name: 'plain', url: `${server.url}/plain` }, { name: 'planted', url: `${server.url}/planted` }], ratePerSecond: 200, steadyMs: 200 }))
    const all = [...rows]
    expect(all.filter(({ arm }) => arm === 'plain')).toHaveLength(20)
    for (let i = 0; i < 40; i += 2) expect(new Set([all[i]!.arm, all[i + 1]!.arm]).size).toBe(2)
    for (const row of all) expect(row.plantedNs).toBe(row.arm === 'planted' ? 1234567 : null)
    expect(server.requests.map(({ url }) => url.slice(1)).sort()).toEqual(all.map(({ arm }) => arm).sort())
  })

  it.each(['worker', 'spin', 'timeout'] as const)('paces by %s and never sends before the instant', async (pacing) => {
    const server = await serve((response) => answerJson(response))
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 400, steadyMs: 250, pacing, arrivals: 'poisson' }))
    expect(result.steady).toMatchObject({ scheduled: 100, ok: 100 })
    expect(result.pacing).toBe(pacing)
    for (const row of result.rows) expect(row.dispatchedNs).toBeGreaterThanOrEqual(0)
  })

  it('tells both edges of the steady phase, even when its last answer comes before its end', async () => {
    const server = await serve((response) => answerJson(response))
    const seen: [string, number][] = []
    const { rows } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 5, warmupMs: 200, steadyStartMs: 400, steadyMs: 400 }), { onPhase: (edge) => seen.push([edge, server.requests.length]) })
    expect(seen.map(([edge]) => edge)).toEqual(['steady-start', 'steady-end'])
    expect([rows.length, seen[1]![1]]).toEqual([2, 3])
  })

  it('stops at its signal and returns what it has', async () => {
    const stop = new AbortController()
    const server = await serve((response, { number }) => {
      answerJson(response)
      if (number === 20) stop.abort()
    })
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, steadyMs: 60_000 }), { signal: stop.signal })
    expect(result.aborted).toBe(true)
    expect(result.steady.scheduled).toBeGreaterThan(20)
    expect(result.steady.scheduled).toBeLessThan(6000)
    expect(result.rows).toHaveLength(result.steady.scheduled)
    expect(result.steady.ok + result.steady.abandoned + result.steady.failed).toBe(result.steady.scheduled)
  })

  it('sends nothing when its signal was given before', async () => {
    const server = await serve((response) => answerJson(response))
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }] }), { signal: AbortSignal.abort() })
    expect([result.aborted, result.rows.length, server.requests.length]).toEqual([true, 0, 0])
  })

  it('refuses to start against a port where nobody listens, naming the target', async () => {
    const server = await startServer((response) => answerJson(response))
    await server.stop()
    await expect(runCell(cell({ arms: [{ name: 'a', url: server.url }] }))).rejects.toMatchObject({ name: 'LoadgenError', code: 'LAT_LOAD_CANNOT_CONNECT', message: expect.stringMatching(/127\.0\.0\.1:\d+.*ECONNREFUSED/) })
  })

  it('goes on against a server that went away: each arrival fails by name, and the classes add up', async () => {
    const server = await startServer((response, { number }) => {
      if (number < 5) return answerJson(response)
      void server.stop()
    })
    const { steady, failures, rows } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, steadyMs: 400 }))
    const { scheduled, ok, failed, dropped, abandoned } = steady
    expect([scheduled, ok + failed + dropped + abandoned, dropped, abandoned]).toEqual([40, 40, 0, 0])
    expect(Object.keys(failures).sort()).toEqual(expect.arrayContaining(['connect-refused']))
    const refused = [...rows].find(({ failure }) => failure === 'connect-refused')!
    expect(refused).toMatchObject({ connectedNs: null, writtenNs: null, reconnected: true, status: null })
  })

  it('sends nothing when its start has passed', async () => {
    const server = await serve((response) => answerJson(response))
    await expect(runCell(cell({ arms: [{ name: 'a', url: server.url }], startAtEpochMs: Date.now() - 1 }))).rejects.toMatchObject({ code: 'LAT_LOAD_START_PASSED' })
    expect(server.requests).toHaveLength(0)
  })

  it('refuses a target on another machine', async () => {
    await expect(runCell(cell({ arms: [{ name: 'a', url: 'http://192.0.2.1/' }] }))).rejects.toMatchObject({ code: 'LAT_LOAD_NOT_LOOPBACK' })
  })

  it('pins localhost to the address that listens on IPv4', async () => {
    const server = await serve((response) => answerJson(response))
    const deaf = createServer(() => undefined)
    deaf.on('error', () => undefined)
    deaf.listen(server.port, '::1')
    await Promise.race([once(deaf, 'listening'), once(deaf, 'error')])
    servers.push({ stop: () => new Promise((resolve) => deaf.close(() => resolve())) })
    const result = await runCell(cell({ arms: [{ name: 'a', url: `http://localhost:${server.port}/` }], steadyMs: 50 }))
    expect(result.steady).toMatchObject({ scheduled: 10, ok: 10 })
    expect(result.targets[0]!.address).toBe('127.0.0.1')
    expect(server.requests[0]!.headers.host).toBe(`localhost:${server.port}`)
  })

  it('keeps its marks when the wall clock is set back, and says so', async () => {
    let steppedMs = 0
    const trueNow = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + steppedMs)
    const server = await serve((response) => {
      steppedMs = -3_600_000
      answerJson(response)
    })
    const { rows, wallDriftMs } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], steadyMs: 50 }))
    expect(Math.round(wallDriftMs / 1e6)).toBe(-4)
    for (const row of rows) expect(row.lastByteNs).toBeGreaterThan(0)
  })

  it('reports where it is about four times a second', async () => {
    const server = await serve((response) => answerJson(response))
    const seen: CellProgress[] = []
    await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, warmupMs: 300, steadyStartMs: 600, steadyMs: 500 }), { onProgress: (progress) => seen.push(progress) })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.at(-1)).toMatchObject({ totalMs: 1100, dropped: 0, failed: 0, durationP50Ns: expect.any(Number), responseP99Ns: expect.any(Number) })
    expect(['steady', 'drain']).toContain(seen.at(-1)!.phase)
    expect(seen[0]!.issued).toBeLessThanOrEqual(seen.at(-1)!.issued)
  })

  it('survives an answer that lies about its length: the row fails, the next one is served', async () => {
    const raw = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 junk'))
    })
    raw.listen(0, '127.0.0.1')
    await once(raw, 'listening')
    servers.push({ stop: () => new Promise((resolve) => raw.close(() => resolve())) })
    const { steady, failures, reconnects, rows } = await runCell(cell({ arms: [{ name: 'a', url: `http://127.0.0.1:${(raw.address() as AddressInfo).port}/` }], ratePerSecond: 50, steadyMs: 200, slots: 2 }))
    expect([steady.scheduled, steady.failed + steady.dropped]).toEqual([10, 10])
    expect(failures).toEqual({ 'excess-bytes': steady.failed })
    expect([...rows].filter(({ reconnected }) => reconnected)).toHaveLength(steady.failed - 2)
    expect(reconnects).toBeGreaterThanOrEqual(steady.failed - 2)
  })

  it('takes a body in shared memory', async () => {
    const server = await serve((response) => answerJson(response))
    const body = new Uint8Array(new SharedArrayBuffer(4)).fill(65)
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url, body }], steadyMs: 20 }))
    expect(result.steady.ok).toBe(4)
    expect(server.requests[0]!.body).toBe('AAAA')
  })
})
