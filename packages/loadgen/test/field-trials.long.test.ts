import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { quantile } from '@lat/estimators'
import { durationNs, responseNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadReport } from '../src/command/report.js'
import { createOneAtATime } from '../src/one-at-a-time.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { reported } from './run-words.js'
import { startInput } from './start-input.js'
import type { RunningInput } from './start-input.js'
import { answerJson, startServer } from './start-server.js'

// Faults that users of other generators reported, against a server that commits them. Every time stands in the rows, so
// these tests compare counts, order and planted amounts of a second; none of them waits for a clock to agree.

/** The servers end by themselves; a slow machine takes longer over these tests than they live by default. */
const LIFE = { MAX_MS: '1800000' }

let bad: RunningInput
beforeAll(async () => {
  bad = await startInput('badserver.mjs', [], LIFE)
})
afterAll(() => bad.stop())

const target = (path: string, from = bad.url) => ({ arms: [{ name: 'a', url: `${from}${path}` }] })
const ms = (rows: Iterable<Row>, series: (row: Row) => number | null, q: number): number => quantile([...rows].map(series).filter((value) => value !== null), q) / 1e6

/** Our own upstream, as its command starts it. */
async function startMock(): Promise<RunningInput> {
  const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  const child = spawn(process.execPath, [root('packages/mockupstream/bin/lat-mockupstream.mjs'), 'replay', '--fixtures', root('fixtures/replay'), '--warmup-requests', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url: (JSON.parse(line) as { url: string }).url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

describe('runCell against a server that freezes', () => {
  it('shows one freeze of 1 s in the tail of the time from the schedule, with room for everyone (trial 1)', async () => {
    const { rows, steady } = await runCell(cell({ ...target('/stall'), ratePerSecond: 200, steadyMs: 10_000, slots: 400 }))
    expect([steady.scheduled, steady.ok]).toEqual([2000, 2000])
    expect(ms(rows, responseNs, 0.5)).toBeLessThan(100)
    expect(ms(rows, responseNs, 0.99)).toBeGreaterThan(500)
  })

  it('says how many it sent at once when slots came free together (trial 3)', async () => {
    const fresh = await startInput('badserver.mjs', [], LIFE)
    try {
      const { report } = await reported('-r', '200', '-d', '2s', '--warmup', '0s', '-c', '50', '--json', `${fresh.url}/stall`)
      expect([report.worstTenMsSends >= report.plannedTenMsSends, report.steady.dropped > 0, report.verdict]).toEqual([true, true, 'invalid'])
      // What finds no slot is dropped unless the generator itself was away, so a freeze of the server cannot turn into a burst above the plan.
      expect(report.steady.scheduled).toBe(400)
    } finally {
      await fresh.stop()
    }
  })

  it('invents no values around a slow answer that others overtake (trial 8)', async () => {
    const server = await startServer((response, { number }) => {
      if (number % 100 === 50) setTimeout(() => answerJson(response), 1000)
      else answerJson(response)
    })
    try {
      const { rows, steady } = await runCell(cell({ ...target('/', server.url), ratePerSecond: 200, steadyMs: 3000 }))
      expect(steady.ok).toBe(600)
      expect([...rows].filter((row) => durationNs(row)! > 900e6)).toHaveLength(6)
      expect(ms(rows, responseNs, 0.95)).toBeLessThan(900)
    } finally {
      await server.stop()
    }
  })
})

describe('runCell and its schedule', () => {
  it('keeps row i at i / rate over 10 s and sends neither more nor fewer (trial 6)', async () => {
    const { rows } = await runCell(cell({ ...target('/ok'), ratePerSecond: 500, steadyMs: 10_000 }))
    expect(rows).toHaveLength(5000)
    expect([...rows].every(({ sequence, scheduledNs }) => scheduledNs === sequence * 2_000_000)).toBe(true)
  })

  it('sends above a thousand per second without two at one instant, and is flagged when its loop was blocked (trials 7 and 81)', async () => {
    const plain = await runCell(cell({ ...target('/ok'), ratePerSecond: 2000, steadyMs: 2000 }))
    expect([plain.rows.length, new Set([...plain.rows].map(({ scheduledNs }) => scheduledNs)).size]).toEqual([4000, 4000])
    expect(plain.lateness.p99Ns).toBeGreaterThan(0)
    const { exitCode, report } = await reported('-r', '200', '-d', '5s', '--warmup', '0s', '-c', '400', '--plant-block', '100/500', '--json', `${bad.url}/ok`)
    expect([exitCode, report.verdict, report.steady.scheduled]).toEqual([1, 'invalid', 1000])
    expect(report.selfCheck.verdict).not.toBe('clean')
    expect(report.selfCheck.reasons).toContain('lateness-p99')
  })

  it('has one clock for all connections, so no clump of eight (trial 11)', async () => {
    const { rows, plannedTenMsSends, connections } = await runCell(cell({ ...target('/ok'), ratePerSecond: 80, steadyMs: 1000, slots: 8 }))
    expect([...rows].map(({ scheduledNs }) => scheduledNs)).toEqual(Array.from({ length: 80 }, (_, i) => i * 12_500_000))
    expect([plannedTenMsSends, connections]).toEqual([1, 8])
  })

  it('ends with every class counted though nothing ever answers (trials 4 and 13)', async () => {
    const deadline = await reported('-r', '10', '-d', '2s', '--warmup', '0s', '-t', '1s', '--json', `${bad.url}/never`)
    expect([deadline.exitCode, deadline.report.failures, deadline.report.steady.scheduled]).toEqual([1, { timeout: 20 }, 20])
    const slots = await reported('-r', '50', '-d', '1s', '--warmup', '0s', '-c', '5', '--grace', '0s', '--json', `${bad.url}/never`)
    expect([slots.exitCode, slots.report.steady]).toEqual([1, { scheduled: 50, ok: 0, failed: 0, dropped: 45, abandoned: 5 }])
  })

  it('shows offered and achieved rate side by side when a target cannot keep up, and calls the cell invalid (trial 9)', async () => {
    const { exitCode, text } = await reported('-r', '100', '-d', '3s', '--warmup', '0s', '-c', '10', `${bad.url}/slow200`)
    const [, offered, achieved] = /offered ([\d.]+)\/s, achieved ([\d.]+)\/s/.exec(text)!
    expect([exitCode, offered, Number(achieved) <= 60]).toEqual([1, '100.00', true])
    expect(text).toMatch(/INVALID: .*arrivals found no free slot.*of the offered rate was answered/)
  })

  it('counts what the end cut off apart from what failed (trial 5)', async () => {
    const { steady } = await runCell(cell({ ...target('/slow200'), ratePerSecond: 50, steadyMs: 1000, graceMs: 0 }))
    expect([steady.scheduled, steady.failed, steady.dropped, steady.ok + steady.abandoned]).toEqual([50, 0, 0, 50])
    expect(steady.abandoned).toBeGreaterThanOrEqual(8)
    expect((await runCell(cell({ ...target('/slow200'), ratePerSecond: 50, steadyMs: 1000, graceMs: 10_000 }))).steady.ok).toBe(50)
  })
})

describe('runCell and connections', () => {
  it('says that a server closes every connection (trial 22)', async () => {
    const { text } = await reported('-r', '200', '-d', '5s', '--warmup', '0s', '-c', '200', `${bad.url}/close`)
    expect(text).toMatch(/note: no reuse: \d+ connections for \d+ requests; the server closes them/)
  })

  it('excludes a slow start by its warm-up, says how many arrivals that were, and shows it without one (trial 23)', async () => {
    const load = async (warmup: string): Promise<LoadReport> => {
      const proxy = await startInput('badproxy.mjs', [bad.url, 'slowstart'], LIFE)
      try {
        return (await reported('-r', '50', '-d', '1s', '--warmup', warmup, '-c', '50', '--json', `${proxy.url}/ok`)).report
      } finally {
        await proxy.stop()
      }
    }
    const [warm, cold] = [await load('4s'), await load('0s')]
    expect([warm.warmup.scheduled, warm.steady.scheduled, cold.warmup.scheduled, cold.steady.scheduled]).toEqual([200, 50, 0, 50])
    expect(cold.arms[0]!.durationNs!.p50Ns! - warm.arms[0]!.durationNs!.p50Ns!).toBeGreaterThan(10e6)
  })

  it('loses nothing at the edge of a keep-alive limit of our own upstream, and names the race with another (trial 20)', async () => {
    const mock = await startMock()
    const pauses = [4900, 4950, 5000, 5050, 5100]
    const visit = async (url: string) => {
      const client = await createOneAtATime({ targets: [{ name: 'a', url, method: 'POST', body: '{}' }] })
      const rows: Row[] = []
      try {
        for (const pause of pauses) {
          rows.push(await client.request(0))
          await wait(pause)
        }
        rows.push(await client.request(0))
      } finally {
        await client.close()
      }
      return rows
    }
    try {
      const counted = async (): Promise<number> => ((await (await fetch(`${bad.url}/__log`)).json()) as Record<string, number>)['/ok'] ?? 0
      const before = await counted()
      const [own, other] = await Promise.all([visit(`${mock.url}/v1/chat/completions`), visit(`${bad.url}/ok`)])
      expect(own.map(({ outcome, reconnected }) => [outcome, reconnected])).toEqual(own.map((_, index) => ['ok', index === 0 && own[0]!.reconnected]))
      for (const { outcome, failure } of other) expect([outcome, failure]).toEqual(outcome === 'ok' ? ['ok', null] : ['failed', 'keepalive-race'])
      // No request was sent twice on its own account.
      expect((await counted()) - before).toBeLessThanOrEqual(other.length)
    } finally {
      await mock.stop()
    }
  })

  it.runIf(process.platform === 'linux')('hints at two small writes when the median sits at 40 ms, and not at our own upstream (trial 25)', async () => {
    const body = '{"choices":[{"message":{"content":"ok"}}]}'
    const server = createServer((socket) => {
      socket.setNoDelay(false)
      socket.on('error', () => undefined)
      socket.on('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`)
        socket.write(body)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const mock = await startMock()
    try {
      // Linux delays an acknowledgement only where requests follow one another within 40 ms.
      const load = async (url: string): Promise<string> => (await reported('--closed', '1', '-d', '3s', '--warmup', '1s', '--method', 'POST', '--body', '{}', url)).text
      const apart = await load(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      expect(apart).toContain('writes head and body apart without TCP_NODELAY')
      expect(await load(`${mock.url}/v1/chat/completions`)).not.toContain('TCP_NODELAY')
    } finally {
      await mock.stop()
      server.close()
    }
  })
})
