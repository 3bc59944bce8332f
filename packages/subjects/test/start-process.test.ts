import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort, startProcess, SubjectFailure, type ProcessSpec, type RunningProcess } from '../src/index.js'
import { alive } from './fixtures/alive.js'

const running: RunningProcess[] = []
afterEach(async () => {
  for (const process of running.splice(0)) await process.stop()
})

const server = `const s = require('http').createServer((q, a) => a.end('ok')).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:' + s.address().port })))`

async function start(script: string, spec: Partial<ProcessSpec> = {}): Promise<RunningProcess> {
  const process = await startProcess({ name: 'child', argv: ['node', '-e', script], ready: { line: true }, ...spec })
  running.push(process)
  return process
}

async function failure(start: Promise<unknown>): Promise<SubjectFailure> {
  const error: unknown = await start.then(() => null, (reason: unknown) => reason)
  expect(error).toBeInstanceOf(SubjectFailure)
  return error as SubjectFailure
}

/** Process ids that a child printed as `word=pid`. */
const printed = (output: string, word: string) => Number(new RegExp(`${word}=(\\d+)`).exec(output)?.[1])

describe('startProcess', () => {
  it('resolves on the ready line and stops with the port closed', async () => {
    const child = await start(server)
    expect(child.readyLine).toMatchObject({ ready: true })
    expect(await fetch(String(child.readyLine!.url)).then((answer) => answer.text())).toBe('ok')

    const report = await child.stop()
    expect(report).toMatchObject({ signal: 'SIGTERM', requested: true, killed: false })
    expect(alive(child.pid)).toBe(false)
    await expect(fetch(String(child.readyLine!.url))).rejects.toThrow()
  })

  it('resolves when a URL answers', async () => {
    const port = await freePort()
    const child = await start(server, { env: { PORT: String(port) }, ready: { url: `http://127.0.0.1:${port}/health` }, ports: [port] })
    expect(child.readyLine).toBeNull()
    expect(alive(child.pid)).toBe(true)
  })

  it('passes the same end to every caller of stop', async () => {
    const child = await start(server)
    const [first, second] = await Promise.all([child.stop(), child.stop()])
    expect(second).toBe(first)
    expect(await child.stop()).toBe(first)
    expect(await child.exited).toEqual(first)
  })

  it('passes arguments as they are, in a directory whose name has spaces', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'a directory with spaces '))
    const child = await startProcess({
      name: 'child',
      argv: ['node', '-e', 'console.log(JSON.stringify({ ready: true, cwd: process.cwd(), args: process.argv.slice(1) })); setInterval(() => {}, 1000)', '$HOME; "a b"', '*'],
      cwd,
      ready: { line: true },
    })
    running.push(child)
    expect(child.readyLine).toMatchObject({ args: ['$HOME; "a b"', '*'] })
    expect(String(child.readyLine!['cwd'])).toContain('a directory with spaces')
    await child.stop()
    await rm(cwd, { recursive: true })
  })

  it('keeps the environment of this process out of the child', async () => {
    process.env['LAT_TEST_SECRET'] = 'secret'
    process.env['LAT_TEST_WANTED'] = 'wanted'
    const child = await start(`console.log(JSON.stringify({ ready: true, env: process.env })); setInterval(() => {}, 1000)`, { env: { EXPLICIT: 'yes' }, inheritEnv: ['LAT_TEST_WANTED'] })
    delete process.env['LAT_TEST_SECRET']
    delete process.env['LAT_TEST_WANTED']
    const env = child.readyLine!['env'] as Record<string, string>
    expect(env).toMatchObject({ EXPLICIT: 'yes', LAT_TEST_WANTED: 'wanted', PATH: process.env['PATH'] })
    expect(env).not.toHaveProperty('LAT_TEST_SECRET')
  })

  it('keeps the end of a long output and forgets the rest', async () => {
    const child = await start(`process.stdout.write('first' + 'x'.repeat(300000)); console.log('\\nlast'); console.log('{"ready":true}'); setInterval(() => {}, 1000)`)
    expect(child.lastOutput().length).toBeLessThanOrEqual(64 * 1024)
    expect(child.lastOutput()).toContain('last')
    expect(child.lastOutput()).not.toContain('first')
  })

  it('keeps stderr and lets go of a discarded stdout', async () => {
    const port = await freePort()
    const script = `console.log('to stdout'); console.error('to stderr'); require('http').createServer((q, a) => a.end()).listen(${port}, '127.0.0.1')`
    const child = await start(script, { ready: { url: `http://127.0.0.1:${port}/` }, discardStdout: true })
    expect((await child.stop()).lastOutput).toBe('to stderr\n')
    await expect(start(server, { discardStdout: true })).rejects.toMatchObject({ code: 'LAT_SUBJ_ARGUMENT' })
  })

  it('reports a child that dies later, with its last words', async () => {
    const child = await start(`process.on('SIGUSR2', () => { console.error('out of paper'); process.exit(7) }); console.log('{"ready":true}'); setInterval(() => {}, 1000)`)
    process.kill(child.pid, 'SIGUSR2')
    const report = await child.exited
    expect(report).toMatchObject({ name: 'child', pid: child.pid, code: 7, signal: null, requested: false, leftBehind: 0 })
    expect(report.lastOutput).toContain('out of paper')
  })

  it('ends what a child leaves in its group', async () => {
    const child = await start(`
      const grandchild = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      process.on('SIGUSR2', () => process.exit(0))
      console.log('grandchild=' + grandchild.pid); console.log('{"ready":true}')`)
    const grandchild = printed(child.lastOutput(), 'grandchild')
    expect(alive(grandchild)).toBe(true)
    process.kill(child.pid, 'SIGUSR2')
    expect(await child.exited).toMatchObject({ code: 0, leftBehind: process.platform === 'linux' ? 1 : expect.any(Number) })
    expect(alive(grandchild)).toBe(false)
  })

  it('ends a child that ignores SIGTERM with SIGKILL', async () => {
    const child = await start(`process.on('SIGTERM', () => console.log('no')); console.log('{"ready":true}'); setInterval(() => {}, 1000)`, { graceMs: 100 })
    expect(await child.stop()).toMatchObject({ signal: 'SIGKILL', killed: true, requested: true })
    expect(alive(child.pid)).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')('ends a descendant that left the group', async () => {
    const child = await start(`
      const daemon = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
      console.log('daemon=' + daemon.pid); console.log('{"ready":true}'); setInterval(() => {}, 1000)`)
    const daemon = printed(child.lastOutput(), 'daemon')
    await child.stop()
    await gone(daemon)
  })

  it('ends the group although its shim was killed', async () => {
    const child = await start(server)
    const shim = await parentOf(child.pid)
    process.kill(shim, 'SIGKILL')
    expect(await child.exited).toMatchObject({ code: null, signal: null })
    await gone(child.pid)
    await child.stop()
  })
})

describe('startProcess, refused', () => {
  it('fails at once when the child dies, with its own last words', async () => {
    const error = await failure(start(`console.error('cannot read the configuration'); process.exit(3)`, { ready: { url: 'http://127.0.0.1:9/' }, readyTimeoutMs: 60_000 }))
    expect(error.code).toBe('LAT_SUBJ_DIED')
    expect(error.message).toMatch(/child \(pid \d+\) exited with code 3 before it was ready; awaited was a 2xx answer from http:\/\/127\.0\.0\.1:9\//)
    expect(error.message).toContain('  cannot read the configuration')
  })

  it('names what was awaited when time is up, and leaves nothing running', async () => {
    const error = await failure(start(`console.log('still loading'); setInterval(() => {}, 1000)`, { readyTimeoutMs: 300 }))
    expect(error.code).toBe('LAT_SUBJ_NOT_READY')
    expect(error.message).toContain('was not ready within 300 ms: awaited was a JSON line with "ready": true on its stdout')
    expect(alive(error.pid!)).toBe(false)
  })

  it('names the last answer when a URL never gets ready', async () => {
    const upstream = createServer((_request, answer) => answer.writeHead(503).end()).listen(0, '127.0.0.1')
    await new Promise((resolve) => upstream.once('listening', resolve))
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`
    const error = await failure(start('setInterval(() => {}, 1000)', { ready: { url, status: 200 }, readyTimeoutMs: 300 }))
    upstream.close()
    expect(error.message).toContain(`awaited was 200 from ${url} (last attempt: status 503)`)
  })

  it('names the process that holds the port', async () => {
    const holder = await start(server)
    const port = holder.readyLine!.port!
    const error = await failure(start(server, { ports: [port] }))
    expect(error.code).toBe('LAT_SUBJ_PORT_HELD')
    expect(error.pid).toBe(holder.pid)
    expect(error.message).toMatch(new RegExp(`^Port ${port} for child is held by pid ${holder.pid} \\(.*node -e`))
  })

  it('names a program that is not there', async () => {
    const error = await failure(startProcess({ name: 'child', argv: ['no-such-program-anywhere'], ready: { line: true } }))
    expect(error.code).toBe('LAT_SUBJ_NOT_FOUND')
    expect(error.message).toContain('No "no-such-program-anywhere" on PATH')
  })

  it('stops the start when aborted', async () => {
    const abort = new AbortController()
    const starting = failure(start('setInterval(() => {}, 1000)', { signal: abort.signal }))
    setImmediate(() => abort.abort(new Error('interrupted')))
    const error = await starting
    expect(error.code).toBe('LAT_SUBJ_ABORTED')
    expect((error.cause as Error).message).toBe('interrupted')
    if (error.pid !== null) expect(alive(error.pid)).toBe(false)
  })
})

async function gone(pid: number): Promise<void> {
  while (alive(pid)) await sleep(10)
}

async function parentOf(pid: number): Promise<number> {
  const { execFileSync } = await import('node:child_process')
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
}
