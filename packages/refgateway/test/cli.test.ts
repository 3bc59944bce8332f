import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from './ask.js'
import { answerJson, chatAnswer, startFakeUpstream } from './fake-upstream.js'

const bin = fileURLToPath(new URL('../bin/lat-refgateway.mjs', import.meta.url))

function start(...argv: string[]) {
  const child = spawn(process.execPath, [bin, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => { child.kill('SIGKILL') })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => { text.stdout += chunk.toString() })
  child.stderr.on('data', (chunk: Buffer) => { text.stderr += chunk.toString() })
  const ready = once(child.stdout, 'data').then(() => JSON.parse(text.stdout) as { readonly url: string, readonly pid: number })
  ready.catch(() => undefined)
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }))
  return { child, ready, exited }
}

describe('lat-refgateway', () => {
  it('says it is ready in one line, serves, and ends with 0 on SIGTERM', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const { child, ready, exited } = start('--mode', 'enforce', '--upstream', upstream.url, '--version-stamp', 'bench-1', '--warm-up-requests', '20')
    const line = await ready
    expect(line).toEqual({ ready: true, name: 'lat-refgateway', pid: child.pid, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string, identity: { version: 'bench-1', mode: 'enforce', enforcing: true } })
    expect((await ask(line.url)).body).toBe(chatAnswer())
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await exited
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 0, stderr: '', lines: 2 })
  })

  it('ends with 2 on arguments it cannot run', async () => {
    const { code, stdout, stderr } = await start('--mode', 'enforce').exited
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--upstream is missing')
  })

  it('ends with 3 and names the port when it is held', async () => {
    const first = start('--mode', 'passthrough', '--upstream', 'http://127.0.0.1:9', '--warm-up-requests', '0')
    const port = new URL((await first.ready).url).port
    const { code, stderr } = await start('--mode', 'passthrough', '--upstream', 'http://127.0.0.1:9', '--warm-up-requests', '0', '--port', port).exited
    expect(code).toBe(3)
    expect(stderr).toBe(`lat-refgateway: Port ${port} on 127.0.0.1 is held by another process. End it, or ask for a free port with port 0.\n`)
  })
})
