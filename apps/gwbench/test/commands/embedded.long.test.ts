import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { gwbench } from './gwbench.js'
import { processesBelow } from './processes-below.js'
import { running } from './running.js'

const directory = mkdtempSync(join(tmpdir(), 'gwbench-embedded-'))
afterAll(() => rmSync(directory, { recursive: true }))
const short = ['--rounds', '12', '--warmup', '2', '--runs', '1', '--max-load', '1000', '--out', directory]

describe('gwbench run without targets', () => {
  it('measures the embedded demo and prints its directory last', async () => {
    const { code, stdout, stderr } = await gwbench(['run', ...short])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('no target named') })
    expect(stdout).toMatch(/^run 0 kept: load .*\nkept runs=1, rounds per run=12, warm-up=2\nrun 0 overhead p50: passthrough=.* passthrough-twin=.* enforce=.* relay=.* planted-3ms=/)
    expect(stdout).toContain('upstream requests per request: 1.000')
    expect(stdout).toContain('A/A passthrough-twin - passthrough')
    expect(readdirSync(stdout.trimEnd().split('\n').at(-1)!)).toContain('MANIFEST')
  }, 120_000)
})

describe('gwbench planted', () => {
  it('prints one line of JSON with what was planted and what was found', async () => {
    const { code, stdout } = await gwbench(['planted', '--json', ...short])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const line = JSON.parse(stdout) as Record<string, number | boolean>
    expect(line).toMatchObject({ name: 'planted', rounds: 12, runs: 1, targets: 4, cadence: 'primed' })
    expect(line['recordedUs']).toBeGreaterThanOrEqual(3000)
    // how close it came depends on the machine; that the exit code follows it does not
    expect(code).toBe(line['ok'] === true ? 0 : 1)
  }, 120_000)

  it('leaves nothing behind when it is interrupted', async () => {
    let started: readonly number[] = []
    const { code, stdout } = await gwbench(['planted', '--json', '--rounds', '1000000', '--max-load', '1000', '--out', directory], async (child) => {
      // the upstream, three relays, and the shim of each
      await vi.waitUntil(() => (started = processesBelow(child.pid!)).length >= 8, { timeout: 60_000, interval: 100 })
      child.kill('SIGINT')
    })
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    await vi.waitUntil(() => running(started).length === 0, { timeout: 10_000, interval: 100 })
  }, 120_000)
})

describe('gwbench', () => {
  it('explains itself with examples and exit codes', async () => {
    const { code, stdout } = await gwbench(['run', '--help'])
    expect(code).toBe(0)
    for (const part of ['--target <target>', '--cadence <cadence>', 'NAME|URL|KEYFILE', 'gwbench run --direct', 'Exit codes', '130 interrupted']) expect(stdout).toContain(part)
  }, 60_000)

  it('lists its commands when it is given none', async () => {
    const { code, stdout } = await gwbench([])
    expect(code).toBe(0)
    for (const part of ['run', 'planted', 'crowd']) expect(stdout).toContain(part)
  }, 60_000)
})
