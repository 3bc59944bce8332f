import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { decodeRows } from '@lat/rows'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../src/command/run-command.js'
import type { LoadReport } from '../../src/command/report.js'
import { answerJson, startServer } from '../start-server.js'
import type { RunningServer } from '../start-server.js'

let server: RunningServer
let leaveDuringRun: () => void = () => undefined
const directory = mkdtempSync(join(tmpdir(), 'loadgen-'))
beforeAll(async () => {
  server = await startServer((response, { url }) => {
    leaveDuringRun()
    if (url === '/never') return
    if (url === '/500') response.writeHead(500).end()
    else answerJson(response)
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(directory, { recursive: true })
})

async function run(words: string[], liveWidth: number | null = null) {
  const out: string[] = []
  const err: string[] = []
  const exitCode = await runCommand(words, { out: (text) => out.push(text), err: (text) => err.push(text), liveWidth, signal: new AbortController().signal, version: '1.2.3' })
  return { exitCode, out: out.join(''), err: err.join('') }
}

const quick = ['--warmup', '100ms', '-d', '500ms', '-r', '100', '-c', '60', '--no-canary']

describe('loadgen', () => {
  it('runs a load and reports it, with rows and an HdrHistogram log beside', async () => {
    const rowsFile = join(directory, 'rows.csv.gz')
    const hdrFile = join(directory, 'run.hlog')
    const { exitCode, out, err } = await run([...quick, '--rows', rowsFile, '--hdr', hdrFile, '--json', '--quiet', '--expect', 'json', `${server.url}/`], 60)
    expect(err).toBe('')
    const report = JSON.parse(out) as LoadReport
    expect(report.steady).toEqual({ scheduled: 50, ok: 50, failed: 0, dropped: 0, abandoned: 0 })
    expect(report).toMatchObject({ format: 1, offeredRatePerSecond: 100, achievedRatePerSecond: 100, slots: 60, pacing: 'worker', warmup: { scheduled: 10 } })
    // No time stands under a name that does not say where it starts.
    expect(Object.keys(report.arms[0]!).filter((key) => key.includes('atency'))).toEqual([])
    expect(report.arms[0]).toMatchObject({ ok: 50, responseNs: { p50Ns: expect.any(Number), p99Ns: null }, firstEventNs: null })
    expect(exitCode).toBe({ valid: 0, invalid: 1, unjudged: 3 }[report.verdict])
    expect([...decodeRows(gunzipSync(readFileSync(rowsFile)).toString(), 'rows').rows]).toHaveLength(50)
    expect(readFileSync(hdrFile, 'utf8')).toContain('Tag=target.duration,0.000,1.000,')
  })

  it('keeps the report when its files cannot be written', async () => {
    const folder = mkdtempSync(join(directory, 'gone-'))
    leaveDuringRun = () => rmSync(folder, { recursive: true, force: true })
    const { exitCode, out, err } = await run([...quick, '--json', '--rows', join(folder, 'rows.csv.gz'), `${server.url}/`])
    const { steady, cell } = JSON.parse(out) as LoadReport & { cell: { rows: unknown } }
    expect([steady.ok, cell.rows, exitCode]).toEqual([50, null, 3])
    expect(err).toMatch(/could not be written: .*rows\.csv\.gz/)
  })

  it('keeps the rows when the log beside them cannot be written', async () => {
    const [folder, rowsFile] = [mkdtempSync(join(directory, 'gone-')), join(directory, 'kept.csv.gz')]
    leaveDuringRun = () => rmSync(folder, { recursive: true, force: true })
    const { exitCode, out, err } = await run([...quick, '--json', '--rows', rowsFile, '--hdr', join(folder, 'run.hlog'), `${server.url}/`])
    const { cell } = JSON.parse(out) as LoadReport & { cell: { rows: unknown } }
    expect([exitCode, cell.rows, err]).toEqual([3, { file: 'kept.csv.gz', sha256: expect.any(String) }, expect.stringContaining('run.hlog')])
    expect([...decodeRows(gunzipSync(readFileSync(rowsFile)).toString(), 'rows').rows]).toHaveLength(50)
  })

  it('has no latency where nothing succeeded', async () => {
    const { exitCode, out } = await run([...quick, '--json', `${server.url}/500`])
    const { arms, failures, reasons } = JSON.parse(out) as LoadReport
    expect([exitCode, failures, reasons[0]]).toEqual([1, { 'status-500': 50 }, '50 of 50 requests failed'])
    expect(arms[0]).toMatchObject({ responseNs: null, durationNs: null, waitingNs: null, afterWriteNs: null, firstEventNs: null })
  })

  it('ends although nothing answers', async () => {
    const { exitCode, out } = await run(['--warmup', '0s', '-d', '500ms', '-r', '40', '-t', '100ms', '--no-canary', `${server.url}/never`])
    expect([exitCode, out]).toEqual([1, expect.stringContaining('failures  timeout 20')])
  })

  it('keeps a live line on the terminal and nothing of it in the report', async () => {
    const { out, err } = await run([...quick, `${server.url}/`], 60)
    expect(err.split('\r').filter((line) => /in flight \d+/.test(line)).length).toBeGreaterThan(0)
    expect(out).not.toContain('\r')
    expect(out).toContain('scheduled instant to last byte')
  })

  it('drives a closed loop, and states the rate its users came to', async () => {
    const words = ['--closed', '2', '--warmup', '0s', '-d', '200ms', `${server.url}/`]
    expect((await run(words)).out).toMatch(/rate {6}[\d.]+\/s by 2 users/)
    const { steady, cell } = JSON.parse((await run([...words, '--json'])).out) as LoadReport & { cell: { ratePerSecond: number } }
    expect(cell.ratePerSecond).toBe(steady.scheduled * 5)
  })

  it('prints the same load for k6 and vegeta', async () => {
    expect((await run(['export', 'k6', '-r', '700', 'http://127.0.0.1:1/'])).out).toContain('"rate": 700')
    expect((await run(['export', 'vegeta', '-r', '700', 'http://127.0.0.1:1/'])).out).toContain('-rate 700/1s')
  })

  it.each([
    [2, 'no target', [], 'No target given'],
    [2, 'an unknown option', ['--rps', '5', 'http://127.0.0.1:1/'], 'rps'],
    [2, 'a target on another machine', ['http://192.0.2.1/'], 'not this machine'],
    [2, 'no slots', ['--slots', '0', 'http://127.0.0.1:1/'], '--slots: must be at least 1'],
    [2, 'a rate of 0', ['--rate', '0', 'http://127.0.0.1:1/'], '--rate: must be above 0'],
    [2, 'no steady phase', ['-d', '0s', 'http://127.0.0.1:1/'], '--duration: must be above 0'],
    [2, 'no deadline', ['-t', '0s', 'http://127.0.0.1:1/'], '--timeout: must be above 0'],
    [2, 'a target without a scheme', ['127.0.0.1:1'], 'target: "127.0.0.1:1" has no scheme; add http://'],
    [2, 'a named target without a scheme', ['a=localhost:1/', 'b=http://127.0.0.1:1/'], '"localhost:1/" has no scheme'],
    [2, 'no users', ['--closed', '0', 'http://127.0.0.1:1/'], '--closed 0'],
    [2, 'a schedule for users', ['--closed', '2', '--shard', '0/2', 'http://127.0.0.1:1/'], '--closed has no use for --shard'],
    [2, 'an export nobody knows', ['export', 'wrk', 'http://127.0.0.1:1/'], 'k6 and vegeta'],
    [3, 'a port where nobody listens', ['http://127.0.0.1:1/'], 'ECONNREFUSED'],
  ])('exits %d on %s', async (exitCode, _what, words, named) => {
    const result = await run(words)
    expect([result.exitCode, result.out]).toEqual([exitCode, ''])
    expect(result.err).toContain(named)
  })

  it.each(['-r', '-q', '-d', '-z', '-c', '--connections', '-t', '-u', '--vus'])('knows %s, as users of other tools write it', async (name) => {
    const { exitCode, err } = await run([name, 'nonsense', `${server.url}/`])
    expect(exitCode).toBe(2)
    expect(err).toContain('nonsense is not')
  })

  it('shows its options with examples', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    expect((await run(['--help'])).exitCode).toBe(0)
    const text = info.mock.calls.flat().join('\n')
    info.mockRestore()
    expect(text).toContain('loadgen --rate 500 --duration 60s --slots 40 http://127.0.0.1:8080/')
    expect(text.match(/over a file of that name/g)).toHaveLength(2)
  })
})

describe('the loadgen command', () => {
  const bin = fileURLToPath(new URL('../../bin/loadgen.mjs', import.meta.url))

  async function start(words: string[]) {
    const child = spawn(process.execPath, [bin, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    const out: string[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    child.stderr.resume()
    const ended = once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number | null, report: JSON.parse(out.join('')) as LoadReport }))
    return { child, ended }
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('keeps every arrival of a run in which it was stopped for a while, and calls it invalid', async () => {
    const before = server.requests.length
    const { child, ended } = await start(['-r', '100', '-d', '2s', '--warmup', '0s', '--json', `${server.url}/`])
    await until(() => server.requests.length > before + 20)
    child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 600))
    child.kill('SIGCONT')
    const { exitCode, report } = await ended
    expect([exitCode, report.verdict, report.steady.scheduled]).toEqual([1, 'invalid', 200])
    expect(report.selfCheck.reasons).toContain('lateness-p99')
    expect(report.lateness.maxNs).toBeGreaterThan(400e6)
  })

  it('reports what it has when it is interrupted', async () => {
    const before = server.requests.length
    const { child, ended } = await start(['-r', '100', '-d', '60s', '--warmup', '0s', '--json', `${server.url}/`])
    await until(() => server.requests.length > before + 20)
    child.kill('SIGINT')
    const { exitCode, report } = await ended
    expect([exitCode, report.reasons[0]]).toEqual([1, 'stopped before its end'])
    expect(report.steady.scheduled).toBeGreaterThan(20)
    // Over the part that ran, in which every arrival was answered, not over the minute that was planned.
    expect(report.steadyRanMs).toBeLessThan(60_000)
    expect(report.achievedRatePerSecond).toBeCloseTo((report.steady.ok * 1000) / report.steadyRanMs)
    expect(report.achievedRatePerSecond).toBeGreaterThan(50)
  })
})
