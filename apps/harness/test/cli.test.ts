import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@lat/subjects'
import { describe, expect, it } from 'vitest'
import { temporaryResults } from './tiny-run.js'

const bin = fileURLToPath(new URL('../bin/lat-harness.mjs', import.meta.url))
const benchProcess = fileURLToPath(new URL('bench-process.mjs', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

const start = (...args: string[]) => startProgram(bin, ...args)

function startProgram(program: string, ...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended>; stderr(): string } {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: '1' } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })))
  return { child, ended, stderr: () => stderr }
}

async function until(what: string, holds: () => boolean, limitMs = 30_000): Promise<void> {
  for (const deadlineMs = Date.now() + limitMs; !holds(); await sleep(50)) if (Date.now() > deadlineMs) throw new Error(`${what} did not happen within ${limitMs} ms`)
}

/** Processes of this machine whose command line holds `text`. */
function processesWith(text: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })
}

async function smokeArgs(out: string): Promise<{ readonly args: string[]; readonly ports: readonly number[] }> {
  const ports = [await freePort(), await freePort()]
  return { args: [out, String(ports[0]), String(ports[1])], ports }
}

describe('lat-harness', () => {
  it('explains itself', async () => {
    const { code, stdout } = await start('--help').ended
    expect(code).toBe(0)
    for (const word of ['bench', 'figures', 'judge', 'doctor', 'truth', 'Exit codes']) expect(stdout).toContain(word)
  })

  it('skips a leading -- that a package runner hands through', async () => {
    const { code, stdout } = await start('--', 'bench', '--help').ended
    expect(code).toBe(0)
    expect(stdout).toContain('--subject')
  })

  it.each([
    ['an unknown mode', ['bench', '--mode', 'fast'], '--mode is "fast"; it is one of smoke, quick, evidence'],
    ['two faults at once', ['bench', '--mode', 'fast', '--subject-port', '0'], '--subject-port is "0"'],
    ['an unknown profile', ['bench', '--profile', 'mine'], 'mine'],
    ['a fault planted in evidence', ['bench', '--mode', 'evidence', '--controlb-arg=--plant-delay-us=3000', '--rate-factor', '2'], '--controlb-arg plants a fault'],
    ['fixtures that are not there', ['bench', '--fixtures', './no-such-directory'], 'no-such-directory'],
    ['a subject without an enforce mode', ['bench', '--subject', 'nginx'], 'has no enforce mode'],
    ['an unknown option', ['bench', '--fast'], 'fast'],
    ['an unknown command', ['run'], ''],
  ])('refuses %s with exit code 2', async (_what, args, said) => {
    const { code, stderr } = await start(...args).ended
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  it('says of a directory without MANIFEST that it is no run, with exit code 3', async () => {
    const { code, stderr } = await start('judge', temporaryResults()).ended
    expect(code).toBe(3)
    expect(stderr).toContain('no MANIFEST')
  })

  it('refuses a held port, naming who holds it, and starts nothing', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const out = temporaryResults()
    const { code, stderr } = await start('bench', '--mode', 'smoke', '--out', out, '--upstream-port', String(port)).ended
    holder.close()
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port}`)
    expect(stderr).toContain(String(process.pid))
    expect(readdirSync(out)).toEqual([])
  })

  it('refuses to start while readings would come from a script', async () => {
    const child = spawn(process.execPath, [bin, 'bench', '--mode', 'smoke', '--out', temporaryResults()], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LAT_SCRIPTED_IDLE: 'readings.txt' } })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(1)
    expect(stderr).toContain('LAT_SCRIPTED_IDLE')
  })
})

describe.skipIf(process.platform !== 'linux')('an interrupted run', () => {
  it.each(['SIGINT', 'SIGKILL'] as const)('leaves no process and no MANIFEST after %s, and nothing in the way of the next', async (signal) => {
    const out = temporaryResults()
    const { args, ports } = await smokeArgs(out)
    const run = startProgram(benchProcess, ...args)
    await until('the second cell', () => run.stderr().includes('[2/13]'))
    await until('the subject', () => processesWith(`--port\0${ports[1]}`).length > 0)
    run.child.kill(signal)
    const { code, stderr } = await run.ended
    if (signal === 'SIGINT') {
      expect(code).toBe(130)
      expect(stderr).toContain('interrupted')
    }
    await until('the end of every process', () => ports.every((port) => processesWith(`--port\0${port}`).length === 0), 5_000)
    const [dir] = readdirSync(out)
    expect(existsSync(join(out, dir!, 'MANIFEST'))).toBe(false)

    if (signal === 'SIGINT') return
    const next = startProgram(benchProcess, ...args)
    await until('the first cell of the next run', () => next.stderr().includes('[1/13]'))
    next.child.kill('SIGINT')
    expect((await next.ended).code).toBe(130)
  }, 60_000)

  it('stops with the last words of a subject that dies', async () => {
    const out = temporaryResults()
    const { args, ports } = await smokeArgs(out)
    const run = startProgram(benchProcess, ...args)
    await until('the second cell', () => run.stderr().includes('[2/13]'))
    await until('the subject', () => processesWith(`--port\0${ports[1]}`).length > 0)
    await sleep(500)
    const gateway = processesWith(`--port\0${ports[1]}`).at(-1)!
    process.kill(gateway, 'SIGKILL')
    const { code, stderr } = await run.ended
    expect(code).toBe(3)
    expect(stderr).toMatch(/refgateway .*(SIGKILL|before it|died)/)
    expect(ports.every((port) => processesWith(`--port\0${port}`).length === 0)).toBe(true)
  }, 60_000)
})
