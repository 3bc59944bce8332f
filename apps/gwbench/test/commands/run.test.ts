import { startReplay } from '@lat/mockupstream'
import type { Replay } from '@lat/mockupstream'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { difference } from '../../src/report/difference.js'
import { resultSchema } from '../../src/report/result-schema.js'
import { decodeRounds } from '../../src/rounds-file/decode-rounds.js'
import { gwbench } from './gwbench.js'
import { inProcess } from './in-process.js'
import { everything, expectNoSecret, keyFile, secrets } from './planted-secrets.js'
import { startGateway } from './start-gateway.js'
import type { TestGateway } from './start-gateway.js'

const directory = mkdtempSync(join(tmpdir(), 'gwbench-run-'))
const short = ['--rounds', '8', '--warmup', '2', '--max-load', '1000']
const quick = { rounds: 8, warmup: 2, maxLoad: 1000, control: 'none', out: directory }
let upstream: Replay
const gateways: TestGateway[] = []

beforeAll(async () => {
  upstream = await startReplay({ fixturesDir: fileURLToPath(new URL('../../../../fixtures/replay', import.meta.url)), warmupRequests: 0 })
})
afterEach(() => {
  for (const gateway of gateways.splice(0)) gateway.close()
})
afterAll(async () => {
  await upstream.close()
  rmSync(directory, { recursive: true })
})

const direct = () => `${upstream.url}/v1/chat/completions`

async function gateway(answer?: Parameters<typeof startGateway>[1]): Promise<TestGateway> {
  const started = await startGateway(upstream.url, answer)
  gateways.push(started)
  return started
}

describe('gwbench run', () => {
  it('measures named targets beside its own A/A control, keeps every round, and shows no key', async () => {
    const a = await gateway()
    const out = join(directory, 'out-good')
    const outcome = await gwbench([
      'run', '--', '--direct', `${direct()}|${keyFile(directory, 'direct-key', secrets[0])}`, '--target', `a|${a.url}?key=${secrets[2]}|${keyFile(directory, 'a-key', secrets[1])}`, '--llmflow', `${a.url}|`, '--runs', '2', '--json', '--out', out, ...short,
    ])
    expect(outcome).toMatchObject({ code: 0 })
    const result = resultSchema.parse(JSON.parse(outcome.stdout))
    expect(result.targets.map(({ name, hasKey, reconnects }) => [name, hasKey, reconnects])).toEqual([['direct', true, 0], ['llmflow', false, 0], ['a', true, 0], ['control-relay', true, 0], ['control-twin', true, 0]])
    expect(result).toMatchObject({ upstreamRequestsPerRequest: 1, controls: { twin: { treatment: 'control-twin', baseline: 'control-relay', count: 16 }, planted: null } })
    expect(result.runs.map(({ kept, rounds, warmupRounds }) => [kept, rounds, warmupRounds])).toEqual([[true, 8, 2], [true, 8, 2]])

    const runs = decodeRounds(gunzipSync(readFileSync(join(result.directory!, 'rounds.csv.gz'))).toString(), 'rounds.csv.gz')
    expect(difference(mergeRuns(runs), 'a', 'direct')).toEqual(result.overhead.find(({ treatment }) => treatment === 'a'))
    expect(readdirSync(result.directory!).sort()).toEqual(['MANIFEST', 'report.txt', 'result.json', 'rounds.csv.gz'])

    // the test would bite: the keys were really sent
    expect(a.seen.map(({ authorization }) => authorization)).toContain(`Bearer ${secrets[1]}`)
    expectNoSecret(outcome.stdout + outcome.stderr + everything(out))
  }, 120_000)

  it.each<[string, Parameters<typeof startGateway>[1], string]>([
    ['500 and repeats the key', (_, headers, response) => (response.writeHead(500, String(headers.authorization).replace(/[^ -~]/g, ''), { 'x-key': headers.authorization }).end(JSON.stringify({ error: headers.authorization })), true), 'answered 500 to the first request'],
    ['200 with the key in an error', (_, headers, response) => (response.writeHead(200).end(JSON.stringify({ error: { message: `bad key ${headers.authorization}` } })), true), 'a body that is not a chat completion'],
    ['a redirect', (_, headers, response) => (response.writeHead(307, { location: `/v1/other?${encodeURIComponent(String(headers.authorization))}` }).end(), true), 'answered 307 to the first request'],
    ['500 once it is being measured', (nth, headers, response) => nth > 9 && (response.writeHead(500).end(JSON.stringify({ error: headers.authorization })), true), 'answered 500'],
    ['from a cache', (nth, _, response) => nth > 1 && (response.writeHead(200, { 'content-type': 'application/json' }).end(readFileSync(new URL('../../../../fixtures/replay/openai-chat.json', import.meta.url))), true), 'from a cache'],
  ])('aborts in the name of a target that answers %s, without its key', async (_, answer, expected) => {
    const bad = await gateway(answer)
    const outcome = await inProcess({ ...quick, direct: direct(), target: `bad|${bad.url}|${keyFile(directory, 'bad-key', secrets[1])}` })
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toContain('Target "bad"')
    expect(outcome.stderr).toContain(expected)
    expect(bad.seen[0]!.authorization).toBe(`Bearer ${secrets[1]}`)
    expectNoSecret(outcome.stdout + outcome.stderr)
  })

  it('names a target that does not listen', async () => {
    const outcome = await inProcess({ ...quick, direct: direct(), target: 'gone|http://127.0.0.1:9/v1/chat/completions|' })
    expect(outcome).toMatchObject({ code: 3, stdout: '' })
    expect(outcome.stderr).toContain('127.0.0.1:9')
  })

  it('refuses a key that others can read, and one that is given in place of its file', async () => {
    const open = keyFile(directory, 'open-key', secrets[1], 0o644)
    for (const file of [open, secrets[1]]) {
      const outcome = await inProcess({ ...quick, direct: direct(), target: `a|${direct()}|${file}` })
      expect(outcome).toMatchObject({ code: 2, stdout: '' })
      expect(outcome.stderr).toContain('Key file of target "a"')
      expectNoSecret(outcome.stdout + outcome.stderr)
    }
  })

  it('says what is wrong with its usage and exits with 2', async () => {
    const outcome = await gwbench(['run', '--target', `a|${direct()}|`, '--rounds', 'many'])
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toBe('gwbench: --rounds is "many"; it is a whole number from 1 to 1000000\n--direct is missing: name the upstream that the targets forward to\n')
  }, 60_000)
})
