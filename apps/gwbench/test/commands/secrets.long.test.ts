import { freePort } from '@lat/subjects'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadCommand } from '../../src/commands/load.js'
import { ttfbCommand } from '../../src/commands/ttfb.js'
import { tryCommand } from '../../src/commands/try.js'
import { inProcess } from './in-process.js'
import { everything, expectNoSecret, keyFile, secrets } from './planted-secrets.js'
import { startGateway } from './start-gateway.js'

const directory = mkdtempSync(join(tmpdir(), 'gwbench-secrets-'))
afterAll(() => rmSync(directory, { recursive: true }))

interface Asked {
  readonly url: string
  readonly key: string
  readonly upstreamPort: number
  readonly out: string
}

const short = { rounds: 8, warmup: 2, runs: 1, maxLoad: 1000, control: 'none' }
/** Every command that takes a key, beside `run`, whose own test plants its secrets. */
const commands: Readonly<Record<string, (asked: Asked) => ReturnType<typeof inProcess>>> = {
  load: ({ url, key, upstreamPort, out }) => inProcess({ upstreamPort, target: `a|${url}|${key}`, rate: 40, duration: '1s', loadWarmup: '0', maxLoad: 1000, out, json: true }, loadCommand),
  ttfb: ({ url, key, upstreamPort, out }) => inProcess({ ...short, upstreamPort, target: `a|${url}|${key}`, out, json: true }, ttfbCommand),
  try: ({ url, key, upstreamPort, out }) => inProcess({ ...short, upstreamPort, keyFile: key, arrive: '20s', out }, (options) => tryCommand(url, options)),
}

describe.each(Object.entries(commands))('gwbench %s', (name, command) => {
  it.each([
    ['measures a gateway', false],
    ['aborts on one that repeats its key', true],
  ])('%s and shows no key anywhere', async (_, repeatsKey) => {
    const upstreamPort = await freePort()
    const gateway = await startGateway(`http://127.0.0.1:${upstreamPort}`, (nth, { authorization }, response) => {
      if (!repeatsKey || nth < 1) return false
      response.writeHead(500, { 'x-key': authorization }).end(JSON.stringify({ error: authorization }))
      return true
    })
    const out = join(directory, `${name}-${repeatsKey}`)
    mkdirSync(out)
    const outcome = await command({ url: `${gateway.url}?key=${secrets[2]}`, key: keyFile(directory, `${name}-key`, secrets[1]), upstreamPort, out })
    gateway.close()
    // The test would bite: the key was really sent, and there is something to look through.
    expect(gateway.seen.map(({ authorization }) => authorization)).toContain(`Bearer ${secrets[1]}`)
    expect(outcome.stderr.length + outcome.stdout.length).toBeGreaterThan(0)
    expect({ repeatsKey, code: outcome.code, kept: everything(out).length > 0 }).toMatchObject(repeatsKey ? { code: 3 } : { kept: true })
    expectNoSecret(outcome.stdout + outcome.stderr + everything(out))
  }, 120_000)
})
