import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names a directory in which the other mock servers were installed with npm. */
export const OTHER_MOCKS = 'LAT_OTHER_MOCKS'

export interface OtherMock {
  /** Key of its ratio in the report. */
  readonly key: 'aimockVsOurs' | 'mockLlmVsOurs'
  readonly packageName: string
  /** `null` when it is not installed. */
  readonly url: string | null
  stop(): Promise<void>
}

const ANSWER = 'A gateway sits between the caller and the model and adds a little time to every call.'

/** Starts those that are installed, each with one fixed answer and no logging it can be told to leave out. */
export async function startOtherMocks(): Promise<OtherMock[]> {
  const directory = mkdtempSync(join(tmpdir(), 'lat-other-mocks-'))
  const rules = join(directory, 'rules.json')
  writeFileSync(rules, JSON.stringify({ fixtures: [{ match: { userMessage: 'gateway' }, response: { content: ANSWER } }] }))
  return [
    await startMock('aimockVsOurs', '@copilotkit/aimock', 'llmock', (port) => ({ args: ['--port', String(port), '--fixtures', rules, '--log-level', 'silent'], env: {} })),
    await startMock('mockLlmVsOurs', '@dwmkerr/mock-llm', 'mock-llm', (port) => ({ args: [], env: { PORT: String(port), HOST: '127.0.0.1' } })),
  ]

  async function startMock(key: OtherMock['key'], packageName: string, command: string, start: (port: number) => { args: string[]; env: NodeJS.ProcessEnv }): Promise<OtherMock> {
    const program = join(process.env[OTHER_MOCKS] ?? directory, 'node_modules/.bin', command)
    if (!existsSync(program)) return { key, packageName, url: null, stop: () => Promise.resolve() }
    const port = await freePort()
    const { args, env } = start(port)
    const child = spawn(program, args, { cwd: directory, env: { ...process.env, ...env }, stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    const gone = once(child, 'exit')
    const url = `http://127.0.0.1:${port}`
    await Promise.race([answers(url), gone.then(() => Promise.reject(new Error(`${program} ended at its start`)))])
    return {
      key,
      packageName,
      url,
      async stop() {
        child.kill('SIGKILL')
        await gone
        rmSync(directory, { recursive: true, force: true })
      },
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Until it answers a question of the benchmark, so that an error page is not what is measured. */
async function answers(url: string): Promise<void> {
  const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'what is a gateway?' }] })
  let last = 'no answer'
  for (let tries = 0; tries < 300; tries += 1) {
    last = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(async (answer) => (answer.ok && JSON.stringify(await answer.json()).includes('choices') ? '' : `status ${answer.status}`), String)
    if (last === '') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer a chat completion: ${last}`)
}
