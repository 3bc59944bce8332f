import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { llmflowKeyCommand } from '../../src/commands/llmflow-key.js'
import { findKey } from '../../src/key/find-key.js'
import { inProcess } from '../commands/in-process.js'

const MASTER = 'sk-planted-master-3d8f'
const MADE = 'sk-planted-virtual-b27e'
const directory = mkdtempSync(join(tmpdir(), 'gwbench-key-'))
const masterKeyFile = join(directory, 'master')
writeFileSync(masterKeyFile, `${MASTER}\n`, { mode: 0o600 })
const servers: Server[] = []
let count = 0

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => rmSync(directory, { recursive: true }))

const seen: { readonly url: string | undefined; readonly authorization: string | undefined }[] = []
async function admin(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    seen.push({ url: request.url, authorization: request.headers.authorization })
    request.resume().on('end', () => answer(response))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function out(): string {
  count += 1
  return join(directory, `out-${count}`)
}

function expectNoKey({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
  for (const secret of [MASTER, MADE]) expect(stdout + stderr).not.toContain(secret)
}

describe('gwbench llmflow-key', () => {
  it('puts a new key into a file that only its owner can read, and shows neither key', async () => {
    const path = out()
    const outcome = await inProcess({ admin: await admin((response) => response.writeHead(201).end(JSON.stringify({ id: 7, key: MADE }))), masterKeyFile, out: path }, llmflowKeyCommand)
    expect(outcome).toMatchObject({ code: 0, stdout: `key "gwbench" written to ${path} (mode 0600)\n`, stderr: '' })
    expect(readFileSync(path, 'utf8')).toBe(`${MADE}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    // the test would bite: the master key was really sent
    expect(seen.at(-1)).toEqual({ url: '/admin/keys', authorization: `Bearer ${MASTER}` })
    expectNoKey(outcome)
  })

  it.each<[string, (response: ServerResponse) => unknown, string]>([
    ['refuses and repeats the key', (response) => response.writeHead(403).end(JSON.stringify({ error: MASTER })), 'answered 403'],
    ['redirects', (response) => response.writeHead(302, { location: `/?${MASTER}` }).end(), 'answered 302'],
    ['makes no key', (response) => response.end(JSON.stringify({ error: MASTER })), 'without a key in any of the usual fields'],
    ['answers no JSON', (response) => response.end(MADE), 'without a key'],
  ])('leaves no file behind when the gateway %s', async (_, answer, expected) => {
    const path = out()
    const outcome = await inProcess({ admin: await admin(answer), masterKeyFile, out: path }, llmflowKeyCommand)
    expect(outcome).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(expected) })
    expect(existsSync(path)).toBe(false)
    expectNoKey(outcome)
  })

  it('never overwrites a file, and asks for no key that would have no place', async () => {
    const path = out()
    writeFileSync(path, 'mine')
    const asked = seen.length
    expect(await inProcess({ admin: await admin((response) => response.end()), masterKeyFile, out: path }, llmflowKeyCommand)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') })
    expect([readFileSync(path, 'utf8'), seen.length]).toEqual(['mine', asked])
  })

  it('refuses a master key that others can read, and one on the command line', async () => {
    const open = join(directory, 'open')
    writeFileSync(open, MASTER)
    chmodSync(open, 0o640)
    for (const file of [open, MASTER]) {
      const outcome = await inProcess({ admin: 'http://127.0.0.1:9', masterKeyFile: file, out: out() }, llmflowKeyCommand)
      expect(outcome).toMatchObject({ code: 2, stdout: '' })
      expectNoKey(outcome)
    }
  })

  it('does not send a master key in the clear to another machine', async () => {
    expect(await inProcess({ admin: 'http://gateway.invalid', masterKeyFile, out: out() }, llmflowKeyCommand)).toMatchObject({ code: 2, stderr: expect.stringContaining('would travel in the clear') })
  })

  it('names everything that is missing at once', async () => {
    const { code, stderr } = await inProcess({}, llmflowKeyCommand)
    expect(code).toBe(2)
    for (const option of ['--admin', '--master-key-file', '--out']) expect(stderr).toContain(`${option} is missing`)
  })
})

describe('findKey', () => {
  it.each([
    [{ token: 'a' }, null, 'a'],
    [{ data: { key: 'b' } }, null, 'b'],
    [{ key: 'a', made: { it: 'c' } }, 'made.it', 'c'],
    [{ key: 'two words' }, null, null],
    [{ key: 7 }, null, null],
    [{ key: 'a' }, 'other', null],
    [null, null, null],
  ])('finds in %j at %j: %j', (answer, field, expected) => {
    expect(findKey(answer, field)).toBe(expected)
  })
})
