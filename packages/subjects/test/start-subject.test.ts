import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort, loadDeclaration, startSubject, SubjectFailure, type Declaration, type RunningSubject, type SubjectOptions } from '../src/index.js'
import { needsSystem } from '../../../tools/needs-system.js'
import { alive } from './fixtures/alive.js'
import { childrenOf } from './fixtures/children-of.js'

let upstream: Server
let upstreamUrl: string
let root: string
beforeAll(async () => {
  upstream = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }, body: Buffer.concat(chunks).toString() })))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => upstream.once('listening', resolve))
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  root = await mkdtemp(join(tmpdir(), 'lat subjects with spaces '))
})
afterAll(async () => {
  upstream.closeAllConnections()
  upstream.close()
  await rm(root, { recursive: true })
})

const running: RunningSubject[] = []
afterEach(async () => {
  for (const subject of running.splice(0)) await subject.stop()
})

const script = `
  const [file, port, stamp] = process.argv.slice(1)
  const health = () => JSON.stringify({ build: { version: stamp }, file: require('fs').readFileSync(file, 'utf8'), colour: process.env.COLOUR, args: process.argv.slice(1) })
  require('http').createServer((q, a) => a.end(health())).listen(Number(port), '127.0.0.1')`
const declaration: Declaration = {
  name: 'tiny',
  argv: ['node', '-e', script, '{dir}/conf/tiny.conf', '{port}', '{stamp}'],
  env: { COLOUR: 'blue' },
  files: { 'conf/tiny.conf': 'to {upstreamHost}:{upstreamPort} in {mode}\n' },
  modes: { passthrough: {}, enforce: { argv: ['--strict', '{mode}'], env: { COLOUR: 'red' } } },
  ready: { path: '/health' },
  identity: { path: '/health', field: 'build.version' },
  request: { path: '/v1/chat', headers: { 'x-mode': '{mode}' } },
  versionArgv: ['{node}', '--version'],
}

async function start(changes: Partial<Declaration> = {}, options: Partial<SubjectOptions> = {}): Promise<RunningSubject> {
  const subject = await startSubject({ ...declaration, ...changes }, { port: 0, upstreamUrl, mode: 'passthrough', stamp: 'run-1', temporaryRoot: root, ...options })
  running.push(subject)
  return subject
}

const ask = async (url: string, init?: RequestInit) => (await fetch(url, init)).json() as Promise<Record<string, unknown>>

describe('startSubject', () => {
  it('starts, identifies and describes what it started', async () => {
    const subject = await start()
    expect(subject).toMatchObject({
      name: 'tiny',
      url: `http://127.0.0.1:${subject.port}`,
      requestUrl: `http://127.0.0.1:${subject.port}/v1/chat`,
      requestHeaders: { 'x-mode': 'passthrough' },
      identity: { kind: 'stamp', reported: 'run-1' },
      reportedIdentity: 'run-1',
      entry: null,
      version: process.version,
    })
    expect(subject.executable.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await ask(`${subject.url}/health`)).toMatchObject({ colour: 'blue', file: `to 127.0.0.1:${new URL(upstreamUrl).port} in passthrough\n` })
  })

  it('keeps its files in a private directory and deletes it on stop', async () => {
    const subject = await start()
    const [directory] = readdirSync(root)
    expect(statSync(join(root, directory!)).mode & 0o777).toBe(0o700)
    await subject.stop()
    expect(readdirSync(root)).toEqual([])
    expect(alive(subject.pid)).toBe(false)
  })

  it('joins in what differs in a mode, then the arguments of the caller', async () => {
    const subject = await start({}, { mode: 'enforce', extraArgs: ['--extra'], extraEnv: { COLOUR: 'green' } })
    const said = await ask(`${subject.url}/health`)
    expect(said).toMatchObject({ colour: 'green', file: expect.stringContaining('in enforce') as string })
    expect((said['args'] as string[]).slice(3)).toEqual(['--strict', 'enforce', '--extra'])
  })

  it('gives a further port to a subject that asks for one', async () => {
    const twoPorts = `for (const port of process.argv.slice(1)) require('http').createServer((q, a) => a.end('{"version":"run-1"}')).listen(Number(port), '127.0.0.1')`
    const subject = await start({
      argv: ['node', '-e', twoPorts, '{port}', '{port:admin}'],
      ready: { url: 'http://127.0.0.1:{port:admin}/' },
      identity: { url: 'http://127.0.0.1:{port:admin}/', field: 'version' },
    })
    expect(subject.reportedIdentity).toBe('run-1')
  })

  it('records the executable of a subject that cannot say who it is', async () => {
    const { identity: _, ...anonymous } = declaration
    const subject = await startSubject(anonymous, { port: 0, upstreamUrl, mode: 'passthrough', stamp: 'run-1', temporaryRoot: root })
    running.push(subject)
    expect(subject.reportedIdentity).toBeNull()
    expect(subject.identity).toMatchObject({ kind: 'not-identified' })
    expect((subject.identity as { note: string }).note).toContain(`tiny reports no version: ${subject.executable.path}, sha256 ${subject.executable.sha256}; pid ${subject.pid} of its own group listens`)
  })

  it('restarts on the same port at once', async () => {
    const port = await freePort()
    for (const stamp of ['a', 'b', 'c']) {
      const subject = await start({}, { port, stamp })
      expect(subject.reportedIdentity).toBe(stamp)
      await subject.stop()
    }
  })
})

describe('startSubject, refused', () => {
  async function failure(starting: Promise<unknown>): Promise<SubjectFailure> {
    const error: unknown = await starting.then(() => null, (reason: unknown) => reason)
    expect(error).toBeInstanceOf(SubjectFailure)
    expect(readdirSync(root)).toEqual([])
    return error as SubjectFailure
  }

  it('refuses a subject that reports another stamp, and stops it', async () => {
    const error = await failure(start({ argv: ['node', '-e', script, '{dir}/conf/tiny.conf', '{port}', 'yesterday'] }))
    expect(error.code).toBe('LAT_SUBJ_WRONG_IDENTITY')
    expect(error.message).toMatch(/reports build\.version "yesterday", but this run started tiny as "run-1" \(pid (\d+)\); port \d+ is held by pid \1 \(/)
    expect(alive(error.pid!)).toBe(false)
  })

  it('refuses to take an orphan for the subject, and names its pid', async () => {
    const orphan = await start()
    const starting = startSubject(declaration, { port: orphan.port, upstreamUrl, mode: 'passthrough', stamp: 'run-2' })
    await expect(starting).rejects.toMatchObject({ code: 'LAT_SUBJ_PORT_HELD', pid: orphan.pid })
  })

  it('refuses an answer from another process on the port of an anonymous subject', async () => {
    const port = await freePort()
    const { identity: _, ...anonymous } = declaration
    // The child only starts a server that leaves its group, as a daemon does, and stays.
    const daemon = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}, ...process.argv.slice(1)], { detached: true, stdio: 'ignore' }); setInterval(() => {}, 1000)`
    const error = await failure(startSubject({ ...anonymous, argv: ['node', '-e', daemon, '{dir}/conf/tiny.conf', '{port}'] }, { port, upstreamUrl, mode: 'passthrough', stamp: 'run-1', temporaryRoot: root }))
    expect(error.code).toBe('LAT_SUBJ_WRONG_IDENTITY')
    expect(error.message).toContain('is not in the process group of tiny')
    expect(alive(error.pid!)).toBe(process.platform !== 'linux')
  })

  it('refuses a health answer without the field', async () => {
    const error = await failure(start({ identity: { path: '/health', field: 'version.build' } }))
    expect(error.message).toContain('/health has no field "version.build"')
  })

  it('reports the last words of a subject that dies at its start', async () => {
    const error = await failure(start({ argv: ['node', '-e', 'console.error("bad configuration: {dir}"); process.exit(1)'] }))
    expect(error.code).toBe('LAT_SUBJ_DIED')
    expect(error.message).toContain(`bad configuration: ${root}`)
  })

  it('refuses a mode the subject does not have', async () => {
    await expect(start({}, { mode: 'observe' })).rejects.toMatchObject({ code: 'LAT_SUBJ_MODE', message: expect.stringContaining('tiny has no mode "observe", only passthrough, enforce') as string })
    expect(readdirSync(root)).toEqual([])
  })
})

const harness = new URL('../../../apps/harness/package.json', import.meta.url)
const body = JSON.stringify({ model: 'gpt-4o-mini-2024-07-18', max_tokens: 16, stream: false, messages: [{ role: 'user', content: 'hello' }] })

describe('example refgateway', () => {
  it.each(['passthrough', 'enforce'] as const)('starts in %s with the stamp of the run and forwards', async (mode) => {
    const subject = await startSubject(loadDeclaration('refgateway'), { port: 0, upstreamUrl, mode, stamp: 'bench-1', resolveFrom: harness })
    running.push(subject)
    expect(subject.reportedIdentity).toBe('bench-1')
    expect(subject.entry?.path).toMatch(/lat-refgateway\.mjs$/)
    const answer = await fetch(subject.requestUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...subject.requestHeaders }, body })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ url: '/v1/chat/completions', body })
  })
})

describe('example nginx', () => {
  it('starts from a path with spaces, forwards, and takes its workers along', async (context) => {
    needsSystem('nginx', context)
    const subject = await startSubject(loadDeclaration('nginx'), { port: 0, upstreamUrl, mode: 'passthrough', stamp: 'bench-1', temporaryRoot: root })
    running.push(subject)
    expect(subject.identity.kind).toBe('not-identified')
    expect(subject.version).toContain('nginx')
    const answer = await ask(subject.requestUrl, { method: 'POST', body })
    expect(answer).toMatchObject({ url: '/v1/chat/completions', body })

    const workers = childrenOf(subject.pid)
    expect(workers.length).toBeGreaterThan(0)
    expect(await subject.stop()).toMatchObject({ requested: true, killed: false })
    expect(workers.filter(alive)).toEqual([])
  })

  it('takes its workers along when the master is killed', async (context) => {
    needsSystem('nginx', context)
    const subject = await startSubject(loadDeclaration('nginx'), { port: 0, upstreamUrl, mode: 'passthrough', stamp: 'bench-1', temporaryRoot: root })
    running.push(subject)
    process.kill(subject.pid, 'SIGKILL')
    expect(await subject.exited).toMatchObject({ signal: 'SIGKILL', requested: false })
    await subject.stop()
    await expect(fetch(subject.url)).rejects.toThrow()
  })
})
