import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadReport } from '../src/command/report.js'
import { reported } from './run-words.js'
import { startInput } from './start-input.js'
import type { RunningInput } from './start-input.js'

let bad: RunningInput
beforeAll(async () => {
  bad = await startInput('badserver.mjs', [], { MAX_MS: '1800000' })
})
afterAll(() => bad.stop())

const log = async (): Promise<Record<string, number>> => (await fetch(`${bad.url}/__log`)).json() as Promise<Record<string, number>>

/** Connections to a local port that are open, as Linux lists them from the clients' side. */
function establishedTo(port: string): number {
  const remote = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8').split('\n').map((line) => line.trim().split(/\s+/)).filter((fields) => fields[2]?.endsWith(remote) && fields[3] === '01').length
}

describe('the report of a run', () => {
  it('keeps every arrival of a run that was stopped for 1 s, marks the late ones, and makes up for none of them (trial 12)', async () => {
    const bin = fileURLToPath(new URL('../bin/loadgen.mjs', import.meta.url))
    const child = spawn(process.execPath, [bin, '-r', '100', '-d', '5s', '--warmup', '0s', '--slots', '200', '--no-canary', '--json', '--quiet', `${bad.url}/ok`], { stdio: ['ignore', 'pipe', 'ignore'] })
    const out: string[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    const ended = once(child, 'close')
    const seen = async (): Promise<number> => (await log())['/ok'] ?? 0
    const before = await seen()
    while ((await seen()) < before + 100) await wait(20)
    child.kill('SIGSTOP')
    await wait(1000)
    child.kill('SIGCONT')
    expect((await ended)[0]).toBe(1)
    const report = JSON.parse(out.join('')) as LoadReport
    expect([report.verdict, report.steady.scheduled, report.steady.ok + report.steady.dropped]).toEqual(['invalid', 500, 500])
    expect(report.selfCheck.reasons).toContain('lateness-p99')
    // what was due meanwhile is late by up to the whole second
    expect(report.lateness.maxNs).toBeGreaterThan(900e6)
    expect(report.lateness.maxNs).toBeLessThan(3e9)
    expect(await seen()).toBeLessThanOrEqual(before + 500)
  })

  it('holds no more connections than slots over 500 answers that are errors, and none afterwards (trial 21)', async () => {
    const before = (await log())['connections']!
    const { report } = await reported('-r', '100', '-d', '5s', '--warmup', '0s', '--slots', '10', '--json', `${bad.url}/fast500`)
    expect(report.failures).toEqual({ 'status-500': report.steady.failed })
    expect(report.steady.failed + report.steady.dropped).toBe(500)
    expect((await log())['connections']! - before).toBeLessThanOrEqual(12)
    // those of the requests for the log are kept for a while
    if (process.platform === 'linux') expect(establishedTo(new URL(bad.url).port)).toBeLessThanOrEqual(2)
  })

  it('calls no number a latency: from the schedule, from the connection and from the request have names of their own (trial 115)', async () => {
    const { text, report } = await reported('-r', '50', '-d', '500ms', '--warmup', '0s', '--json', `${bad.url}/ok`)
    const plain = await reported('-r', '50', '-d', '500ms', '--warmup', '0s', `${bad.url}/ok`)
    expect(Object.keys(report.arms[0]!).filter((key) => key.endsWith('Ns'))).toEqual(['responseNs', 'durationNs', 'waitingNs', 'afterWriteNs', 'firstEventNs'])
    for (const said of [text, plain.text]) expect(said).not.toMatch(/latency/i)
  })

  it('says what a large answer costs the generator itself (trial 27)', async () => {
    const { report } = await reported('-r', '20', '-d', '3s', '--warmup', '0s', '--json', `${bad.url}/big`)
    expect(report.eventLoopDelayP99Ns).toBeGreaterThan(0)
    expect(report.cpuSeconds).toBeGreaterThan(0)
    expect(report.selfCheck.evidence.map(({ signal }) => signal)).toEqual(expect.arrayContaining(['event-loop-delay-p99', 'lateness-p99', 'io-thread-cpu']))
    expect([report.verdict, report.selfCheck.verdict]).not.toEqual(['valid', 'clean'])
  })
})
