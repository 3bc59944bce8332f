import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArmSpec } from '../src/cell-spec.js'
import type { CellResult } from '../src/cell-result.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { startInput } from './start-input.js'
import type { RunningInput } from './start-input.js'

let bad: RunningInput
beforeAll(async () => {
  bad = await startInput('badserver.mjs')
})
afterAll(() => bad.stop())

const log = async (): Promise<Record<string, number>> => (await fetch(`${bad.url}/__log`)).json() as Promise<Record<string, number>>

/** Runs all paths in one interleaved cell, ten arrivals each, and tallies what became of each arm. */
async function tally(paths: readonly string[], expectation: ArmSpec['expect']): Promise<{ result: CellResult; byPath: Record<string, Record<string, number>> }> {
  const arms = paths.map((path) => ({ name: path, url: `${bad.url}${path}`, body: '{}', ...(expectation === undefined ? {} : { expect: expectation }) }))
  const result = await runCell(cell({ arms, ratePerSecond: 20 * paths.length, steadyMs: 500, requestTimeoutMs: 5000 }))
  const byPath: Record<string, Record<string, number>> = {}
  for (const { arm, outcome, failure } of result.rows) {
    const what = failure ?? outcome
    const counts = (byPath[arm] ??= {})
    counts[what] = (counts[what] ?? 0) + 1
  }
  return { result, byPath }
}

describe('runCell against a server that misbehaves', () => {
  it('names what is wrong with each JSON answer, and every class adds up', async () => {
    const { result, byPath } = await tally(['/ok', '/err200', '/fast500', '/r429', '/redirect', '/gzip', '/short', '/trickle', '/err10', '/reset10', '/close', '/nowhere'], 'json')
    expect(byPath).toEqual({
      '/ok': { ok: 10 },
      '/err200': { 'body-error': 10 },
      '/fast500': { 'status-500': 10 },
      '/r429': { 'status-429': 10 },
      '/redirect': { 'redirect-307': 10 },
      '/gzip': { 'encoding-mismatch': 10 },
      '/short': { 'truncated-body': 10 },
      '/trickle': { ok: 10 },
      '/err10': { ok: 9, 'status-500': 1 },
      '/reset10': { ok: 9, 'early-close': 1 },
      '/close': { ok: 10 },
      '/nowhere': { 'status-404': 10 },
    })
    const { scheduled, ok, failed, dropped, abandoned } = result.steady
    expect([scheduled, ok + failed + dropped + abandoned]).toEqual([120, 120])
    expect(Object.values(result.failures).reduce((sum, count) => sum + count, 0)).toBe(failed)
    const seen = await log()
    // No redirect is followed, and no request that failed is sent again.
    expect([seen['/redirect'], seen['/ok'], seen['/reset10'], seen['/fast500']]).toEqual([10, 10, 10, 10])
  })

  it('names what is wrong with each stream, and marks its first two events', async () => {
    const { result, byPath } = await tally(['/sse/ok', '/sse/role-then-300', '/sse/burst-at-end', '/sse/no-done', '/sse/reset', '/sse/error-event', '/sse/headers-then-500ms', '/sse/pings', '/ok'], 'sse')
    expect(byPath).toEqual({
      '/sse/ok': { ok: 10 },
      '/sse/role-then-300': { ok: 10 },
      '/sse/burst-at-end': { ok: 10 },
      '/sse/no-done': { 'truncated-stream': 10 },
      '/sse/reset': { 'truncated-body': 10 },
      '/sse/error-event': { 'stream-error': 10 },
      '/sse/headers-then-500ms': { ok: 10 },
      '/sse/pings': { ok: 10 },
      '/ok': { 'not-a-stream': 10 },
    })
    expect(result.labels).toMatchObject({ overloaded_error: 10 })
    for (const row of result.rows) {
      if (row.outcome !== 'ok') continue
      const marks = [row.writtenNs, row.firstByteNs, row.firstEventNs, row.secondEventNs, row.lastByteNs]
      expect(marks).toEqual([...marks].sort((a, b) => a! - b!))
      // Pings are bytes, but no event; the role frame is an event, though no token.
      if (row.arm === '/sse/pings') expect(row.firstEventNs! - row.firstByteNs!).toBeGreaterThan(100e6)
      if (row.arm === '/sse/role-then-300') expect(row.secondEventNs! - row.firstEventNs!).toBeGreaterThan(200e6)
    }
  })

  it('ends a stream at its last byte, not when the server lets go of it', async () => {
    const { steady, labels, rows } = await runCell(cell({ arms: [{ name: 'a', url: `${bad.url}/sse/hold-after-done`, expect: 'sse' }], ratePerSecond: 50, steadyMs: 100 }))
    expect(steady.ok).toBe(5)
    expect(labels).toEqual({ 'held-open': 5 })
    for (const row of rows) expect(row.lastByteNs! - row.firstByteNs!).toBeLessThan(1900e6)
  })

  it('counts a connection for every request when the server closes each one', async () => {
    const { steady, reconnects, rows } = await runCell(cell({ arms: [{ name: 'a', url: `${bad.url}/close` }], ratePerSecond: 100, steadyMs: 200, slots: 4 }))
    expect(steady.ok + steady.dropped).toBe(20)
    expect(reconnects).toBe(steady.ok - 4)
    expect([...rows].filter(({ reconnected }) => reconnected)).toHaveLength(steady.ok - 4)
  })

  it('keeps its connections over answers that are errors', async () => {
    const before = (await log())['connections']!
    const { steady } = await runCell(cell({ arms: [{ name: 'a', url: `${bad.url}/fast500` }], ratePerSecond: 200, steadyMs: 500, slots: 10 }))
    expect(steady.failed + steady.dropped).toBe(100)
    expect((await log())['connections']! - before).toBeLessThanOrEqual(12)
  })

  it('takes a body of several megabytes', async () => {
    const { steady } = await runCell(cell({ arms: [{ name: 'a', url: `${bad.url}/big`, expect: 'json' }], ratePerSecond: 10, steadyMs: 200 }))
    expect(steady.ok).toBe(2)
  })

  it('waits for slow answers in the grace period, and abandons the rest without one', async () => {
    const slow = (graceMs: number) => runCell(cell({ arms: [{ name: 'a', url: `${bad.url}/slow200` }], ratePerSecond: 50, steadyMs: 400, graceMs }))
    expect((await slow(5000)).steady).toEqual({ scheduled: 20, ok: 20, failed: 0, dropped: 0, abandoned: 0 })
    const { ok, failed, abandoned } = (await slow(0)).steady
    expect([ok + abandoned, failed]).toEqual([20, 0])
    expect(abandoned).toBeGreaterThanOrEqual(5)
  })
})

describe('runCell through a proxy that misbehaves', () => {
  it.each([
    ['gzip', '/ok', 'json', { 'encoding-mismatch': 10 }, {}],
    ['strip-done', '/sse/ok', 'sse', {}, { 'done-missing': 10 }],
    ['merge2', '/sse/ok', 'sse', {}, {}],
    ['close', '/ok', 'json', {}, {}],
  ] as const)('sees %s', async (mode, path, expectation, failures, labels) => {
    const proxy = await startInput('badproxy.mjs', [bad.url, mode])
    try {
      const result = await runCell(cell({ arms: [{ name: 'a', url: `${proxy.url}${path}`, body: '{}', expect: expectation }], ratePerSecond: 50, steadyMs: 200 }))
      expect([result.failures, result.labels]).toEqual([failures, labels])
    } finally {
      await proxy.stop()
    }
  })
})
