import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/command/run-command.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { temporaryFixtures } from '../support/temporary-fixtures.js'

interface Ran {
  readonly exitCode: number
  readonly out: readonly string[]
  readonly err: string
}

/** Runs a command line that is asked to stop as soon as it has printed a line. */
async function run(...words: string[]): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  let stop: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const exitCode = await runCommand(words, { out: (line) => { out.push(line); stop() }, err: (line) => err.push(line), stopped })
  return { exitCode, out, err: err.join('\n') }
}

describe('runCommand', () => {
  it('prints one JSON line when it is ready and stops when asked', async () => {
    const { exitCode, out } = await run('replay', '--fixtures', FIXTURES_DIR, '--warmup-requests', '0', '--version-stamp', '007')
    expect(exitCode).toBe(0)
    expect(out).toHaveLength(1)
    expect(JSON.parse(out[0]!)).toMatchObject({ ready: true, name: 'lat-mockupstream', pid: process.pid, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), identity: { fixturesDir: FIXTURES_DIR, version: '007' } })
  })

  it('checks a directory and prints its digest', async () => {
    const { exitCode, out } = await run('check', FIXTURES_DIR)
    expect(exitCode).toBe(0)
    expect(out[1]).toBe('openai-chat.sse: 2343 bytes, 8 events')
    expect(out.at(-1)).toMatch(/^digest: [0-9a-f]{64}$/)
    expect(JSON.parse((await run('check', FIXTURES_DIR, '--json')).out[0]!)).toMatchObject({ fixturesDigest: out.at(-1)!.slice('digest: '.length), warnings: [] })
  })

  it('takes the digest that check prints', async () => {
    const digest = (await run('check', FIXTURES_DIR)).out.at(-1)!.slice('digest: '.length)
    expect((await run('replay', '--fixtures', FIXTURES_DIR, '--warmup-requests=0', `--expect-digest=${digest}`)).exitCode).toBe(0)
  })

  it.each([
    [2, [], 'no command given'],
    [2, ['reply'], 'unknown command "reply"'],
    [2, ['replay'], '--fixtures is required'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--prot', '1'], '--prot'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--port', '80x'], '--port is "80x"'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--port', '1', '--port', '2'], '--port is given 2 times'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--max-body', '1GB'], '--max-body is "1GB"'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--request-timeout', '5'], '--request-timeout is "5"'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--stall-at', '5'], 'belong together'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--record-policy', 'never'], '--record-policy is "never"'],
    [2, ['fake', '--addr', 'localhost'], '--addr is "localhost"'],
    [2, ['fake', '--request-timeout', '5'], '--request-timeout is "5"'],
    [2, ['fake', '--fault-rules', `${FIXTURES_DIR}/nowhere`], 'cannot be read (ENOENT)'],
    [2, ['fake', '--fault-rules', `${FIXTURES_DIR}/openai-chat.json`], 'openai-chat.json: the file'],
    [2, ['replay', '--fixtures', FIXTURES_DIR, '--host', '0.0.0.0'], 'every interface'],
    [3, ['replay', '--fixtures', `${FIXTURES_DIR}/nowhere`], 'nowhere'],
    [3, ['replay', '--fixtures', FIXTURES_DIR, '--expect-digest', '0'.repeat(64)], 'not the expected 0000'],
    [3, ['check', `${FIXTURES_DIR}/nowhere`], 'nowhere'],
  ])('exits %s on %j', async (exitCode, words, named) => {
    const ran = await run(...words)
    expect(ran).toMatchObject({ exitCode, out: [], err: expect.stringContaining(named) })
  })

  it('exits 3 on a stream of one event and names the file', async () => {
    const directory = await temporaryFixtures({ 'openai-chat.sse': 'data: x\n\n' })
    expect(await run('replay', '--fixtures', directory)).toMatchObject({ exitCode: 3, err: expect.stringContaining(`${directory}/openai-chat.sse splits into 1 event`) })
  })
})
