import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { TransportName } from '../src/cell-spec.js'
import { createOneAtATime } from '../src/one-at-a-time.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { answerJson, startServer } from './start-server.js'
import { startWire } from './start-wire.js'
import type { RunningWire } from './start-wire.js'

const ca = readFileSync(new URL('inputs/localhost-cert.pem', import.meta.url), 'utf8')
let wire: RunningWire | null = null
afterEach(async () => {
  await wire?.stop()
  wire = null
})

/** Accepts TCP, reads the greeting of TLS and never answers it. */
async function deafUrl(onGreeting: () => void = () => undefined): Promise<string> {
  wire = await startWire(onGreeting)
  return `https://localhost:${wire.port}/`
}

describe('opening the connections of a cell', () => {
  it('ends with an error that names the target when a handshake is never answered', async () => {
    const url = await deafUrl()
    await expect(runCell(cell({ arms: [{ name: 'a', url }], ca, slots: 3, requestTimeoutMs: 100 }))).rejects.toMatchObject({
      code: 'LAT_LOAD_CANNOT_CONNECT',
      message: expect.stringMatching(/https:\/\/localhost:\d+ \(127\.0\.0\.1\).*not open within 2000 ms/),
    })
  })

  it('is bounded for one request at a time too', async () => {
    const url = await deafUrl()
    await expect(createOneAtATime({ targets: [{ name: 'a', url }], ca, requestTimeoutMs: 100 })).rejects.toMatchObject({ code: 'LAT_LOAD_CANNOT_CONNECT', message: expect.stringContaining('not open within') })
  })

  it('ends at the signal of the cell, which then holds nothing', async () => {
    const stop = new AbortController()
    const url = await deafUrl(() => stop.abort())
    const result = await runCell(cell({ arms: [{ name: 'a', url }], ca, slots: 3, requestTimeoutMs: 600_000 }), { signal: stop.signal })
    expect([result.aborted, result.rows.length, result.connections, result.reconnects, result.steadyRanMs]).toEqual([true, 0, 0, 0, 0])
  })
})

describe('the connections of a cell', () => {
  it.each(['undici', 'raw'] as const)('are counted apart from attempts that were refused (%s)', async (transport: TransportName) => {
    const server = await startServer((response, { number }) => {
      if (number < 5) return answerJson(response)
      void server.stop()
    })
    const { steady, connections, failedConnects, reconnects, failures } = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, steadyMs: 400, slots: 5, transport }))
    expect(steady.scheduled).toBe(40)
    expect([connections, reconnects]).toEqual([server.connections(), server.connections() - 5])
    expect(failedConnects).toBe(failures['connect-refused'])
  })
})
