import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAwake } from '../src/index.js'
import { isAlive } from './is-alive.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lat-awake-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function tool(name: string, script: string): void {
  writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(directory, name), 0o755)
}

const log = (): string => join(directory, 'log')
/** Notes its arguments and its pid, and stays, as the real tools do. */
const staying = (): string => `echo "$@" > ${log()}.args; echo $$ > ${log()}.pid; exec /bin/sleep 60`
const pid = (): number => Number(readFileSync(`${log()}.pid`, 'utf8'))

describe('keepAwake', () => {
  it('holds a Mac with caffeinate, tied to this process, until it is released', async () => {
    tool('caffeinate', staying())
    const awake = await keepAwake({ platform: 'darwin', searchPath: [directory], timeoutMs: 300 })
    expect(awake).toMatchObject({ state: 'held', tool: 'caffeinate', reason: null })
    await vi.waitUntil(() => existsSync(`${log()}.pid`))
    expect(readFileSync(`${log()}.args`, 'utf8')).toBe(`-dimsu -w ${process.pid}\n`)
    expect(isAlive(pid())).toBe(true)
    await awake.release()
    await vi.waitUntil(() => !isAlive(pid()))
    await awake.release()
  })

  it('holds Linux with systemd-inhibit', async () => {
    tool('systemd-inhibit', staying())
    const awake = await keepAwake({ platform: 'linux', searchPath: [directory], timeoutMs: 300 })
    expect(awake).toMatchObject({ state: 'held', tool: 'systemd-inhibit' })
    await vi.waitUntil(() => existsSync(`${log()}.args`))
    expect(readFileSync(`${log()}.args`, 'utf8')).toContain('--what=idle:sleep')
    await awake.release()
  })

  it('says why a tool does not hold', async () => {
    tool('systemd-inhibit', 'echo "Failed to connect to bus" >&2; exit 1')
    expect(await keepAwake({ platform: 'linux', searchPath: [directory], timeoutMs: 20_000 })).toMatchObject({ state: 'unknown', reason: 'systemd-inhibit did not hold: Failed to connect to bus' })
  })

  it.each(['darwin', 'linux', 'freebsd'])('is unsupported on %s without a tool', async (platform) => {
    const awake = await keepAwake({ platform, searchPath: [directory] })
    expect(awake.state).toBe('unsupported')
    await awake.release()
  })

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('leaves nothing behind when its process ends by %s', async (signal) => {
    tool('caffeinate', staying())
    const source = new URL('../src/keep-awake.ts', import.meta.url).href
    const run = new URL('../../../tools/run-from-source.mjs', import.meta.url).href
    const script = `await import('${run}'); const { keepAwake } = await import('${source}'); await keepAwake({ platform: 'darwin', searchPath: ['${directory}'], timeoutMs: 300 }); console.log('held'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const held = pid()
    expect(isAlive(held)).toBe(true)
    child.kill(signal)
    await once(child, 'exit')
    await vi.waitUntil(() => !isAlive(held), { timeout: 10_000 })
  })

  it('does not keep its own process from ending', async () => {
    tool('caffeinate', staying())
    const source = new URL('../src/keep-awake.ts', import.meta.url).href
    const run = new URL('../../../tools/run-from-source.mjs', import.meta.url).href
    const script = `await import('${run}'); const { keepAwake } = await import('${source}'); await keepAwake({ platform: 'darwin', searchPath: ['${directory}'], timeoutMs: 100 })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
    await vi.waitUntil(() => !isAlive(pid()), { timeout: 10_000 })
  })
})
