import { freePort } from '@lat/subjects'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { aaSchema } from '../../src/aa/aa-schema.js'
import { footprintSchema } from '../../src/footprint/footprint-schema.js'
import { loadSchema } from '../../src/load/load-schema.js'
import { resultSchema } from '../../src/report/result-schema.js'
import { streamResultSchema } from '../../src/ttfb/stream-result-schema.js'
import { startStreamingGateway } from '../gate/streaming-gateway.js'
import { gwbench } from './gwbench.js'

const directory = mkdtempSync(join(tmpdir(), 'gwbench-long-'))
afterAll(() => rmSync(directory, { recursive: true }))
const out = ['--max-load', '1000', '--json', '--out', directory]
const short = ['--rounds', '12', '--warmup', '2', ...out]

describe('gwbench ttfb', () => {
  it('times four instants of streams that were proven to be streams, and its result follows from its rounds', async () => {
    const { code, stdout } = await gwbench(['ttfb', '--runs', '1', ...short])
    expect(code).toBe(0)
    const result = streamResultSchema.parse(JSON.parse(stdout))
    expect(result.proven).toEqual(['refgateway', 'refgateway-enforce'])
    const at = (mark: string) => result.marks.find((each) => each.mark === mark)!.targets.map(({ latencyNs }) => latencyNs.p50Ns)
    const [first, second, last] = ['firstEvent', 'secondEvent', 'lastByte'].map(at) as [number[], number[], number[]]
    for (const [index, ns] of first.entries()) expect(ns <= second[index]! && second[index]! <= last[index]!).toBe(true)
    expect(await gwbench(['report', result.directory!, '--json'])).toMatchObject({ code: 0, stdout, stderr: expect.stringContaining('the same as stored') })
  }, 120_000)

  it('times a gateway that runs already and forwards to the port it is given', async () => {
    const port = await freePort()
    const gateway = await startStreamingGateway(`http://127.0.0.1:${port}`, 'streams')
    const { code, stdout } = await gwbench(['ttfb', '--upstream-port', String(port), '--target', `mine|${gateway.url}|`, '--control', 'none', '--runs', '1', ...short])
    await gateway.close()
    expect(code).toBe(0)
    expect(streamResultSchema.parse(JSON.parse(stdout)).proven).toEqual(['mine'])
  }, 120_000)
})

describe('gwbench run', () => {
  it('starts declared gateways afresh for each launch and judges their budgets', async () => {
    const args = ['run', '--subject', 'refgateway', '--subject', 'refgateway@enforce', '--launches', '3', ...short]
    const { code, stdout, stderr } = await gwbench([...args, '--budget', '60s', '--budget', 'refgateway-enforce/refgateway:p99=60s'])
    expect(code).toBe(0)
    const result = resultSchema.parse(JSON.parse(stdout))
    expect(result).toMatchObject({ launches: 3, separations: [{ treatment: 'refgateway-enforce', baseline: 'refgateway' }] })
    expect(result.budgets.map(({ treatment, basis, verdict }) => [treatment, basis, verdict])).toEqual([['refgateway', 'across runs', 'within'], ['refgateway-enforce', 'across runs', 'within'], ['refgateway-enforce', 'across runs', 'within']])
    expect(stderr.match(/^starting refgateway: /gm)).toHaveLength(3)
    expect(await gwbench(['report', result.directory!, '--json'])).toMatchObject({ code: 0, stdout })
    expect((await gwbench([...args.slice(0, 3), '--runs', '1', ...short, '--budget', '1us'])).code).toBe(1)
  }, 240_000)

  it('stops as soon as it knows enough, at the end of a block', async () => {
    const { code, stdout } = await gwbench(['run', '--subject', 'refgateway', '--until', '10s', '--warmup', '2', ...out])
    expect(code).toBe(0)
    expect(resultSchema.parse(JSON.parse(stdout))).toMatchObject({ sequence: { reached: true, rounds: 140, targets: [{ name: 'refgateway', known: true }] }, conditions: { roundsPerRun: 140 } })
  }, 120_000)
})

describe('gwbench load', () => {
  it.each([[['--vus', '4'], 'closed', 'sequential'], [['--rate', '60'], 'open', 'interleaved'], [['--rate', '60', '--sequential'], 'open', 'sequential']])('puts every target under load with %j', async (args, model, order) => {
    const { code, stdout, stderr } = await gwbench(['load', ...args, '--duration', '1s', '--load-warmup', '200ms', ...out])
    expect(stdout, stderr).not.toBe('')
    const result = loadSchema.parse(JSON.parse(stdout))
    expect(result).toMatchObject({ model, order })
    expect(result.arms.map(({ name, ok, usage }) => [name, ok > 0, usage !== null])).toEqual([['direct', true, true], ['refgateway', true, true], ['refgateway-enforce', true, true]])
    // whether the baseline was fast enough depends on the machine; that the exit code follows it does not
    expect(code).toBe(result.baseline.bottleneck || result.arms.some(({ failed, abandoned }) => failed + abandoned > 0) ? 1 : 0)
    expect(readdirSync(result.directory!).sort()).toEqual(['MANIFEST', 'report.txt', 'result.json', 'rows-direct.csv.gz', 'rows-refgateway-enforce.csv.gz', 'rows-refgateway.csv.gz'])
  }, 120_000)
})

describe('gwbench footprint', () => {
  it('weighs a gateway, and leaves none behind', async () => {
    const { code, stdout } = await gwbench(['footprint', '--subject', 'refgateway', '--starts', '1', '--vus', '2', '--duration', '1s', '--json', '--out', directory])
    expect(code).toBe(0)
    const { subjects } = footprintSchema.parse(JSON.parse(stdout))
    expect(subjects).toMatchObject([{ name: 'refgateway', sizeOf: 'package', processes: 1 }])
    expect(subjects[0]!.loadedRssBytes.median).toBeGreaterThanOrEqual(subjects[0]!.idleRssBytes.median / 2)
  }, 120_000)
})

describe('gwbench aa', () => {
  it('counts the runs that read nothing where there is nothing', async () => {
    const { code, stdout } = await gwbench(['aa', '--runs', '3', ...short])
    const found = aaSchema.parse(JSON.parse(stdout))
    expect(found).toMatchObject({ runs: 3, needed: 2, roundsPerRun: 12 })
    expect(code).toBe(found.ok ? 0 : 1)
  }, 120_000)
})

describe('gwbench try', () => {
  it('says how to point a gateway at it, waits for a request, and prints one sentence', async () => {
    const port = await freePort()
    const gateway = await startStreamingGateway(`http://127.0.0.1:${port}`, 'streams')
    const { code, stdout, stderr } = await gwbench(['try', gateway.url, '--upstream-port', String(port), '--rounds', '20', '--warmup', '2', '--max-load', '1000', '--out', directory])
    await gateway.close()
    expect(code).toBe(0)
    expect(stderr).toContain(`http://127.0.0.1:${port}/v1`)
    for (const name of ['LiteLLM', 'Portkey', 'Bifrost', 'Kong', 'Envoy AI Gateway']) expect(stderr).toContain(`# ${name}`)
    expect(stdout).toMatch(/^gateway adds -?\d+\.\d{3} ms to a chat completion at the median \(.*\n$/)
  }, 120_000)
})
