import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Request } from '../../src/core/request.js'
import { startReplay } from '../../src/index.js'
import type { RecordPolicy } from '../../src/index.js'
import { createRecorder } from '../../src/record/create-recorder.js'
import type { RecordFile } from '../../src/record/create-recorder.js'
import { encodeRecord } from '../../src/record/encode-record.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post } from '../support/raw-client.js'
import { fakeServer, rawClient } from '../support/with-server.js'

const POLICIES: readonly RecordPolicy[] = ['sync', 'tick', 'fsync']

function temporaryFile(content?: string, mode = 0o600): string {
  const directory = mkdtempSync(join(tmpdir(), 'lat-record-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'requests.jsonl')
  if (content !== undefined) {
    writeFileSync(path, content)
    chmodSync(path, mode)
  }
  return path
}
const lines = (path: string): { seq: number; body: { sent: number } }[] => readFileSync(path, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line) as { seq: number; body: { sent: number } })
const request = (body: Buffer | string): Request => ({ method: 'POST', path: '/v1/x', target: '/v1/x?key=a', headers: ['Host', 'x', 'X-A', '1', 'X-A', '2'], watched: undefined, body: Buffer.from(body), http11: true, keepAlive: true })

describe('encodeRecord', () => {
  it('keeps method, path, query, every header and the body', () => {
    expect(JSON.parse(encodeRecord(7, request('{"a":1}')).toString())).toEqual({ seq: 7, method: 'POST', path: '/v1/x', query: 'key=a', headers: { Host: ['x'], 'X-A': ['1', '2'] }, body: { a: 1 } })
  })

  it.each([
    ['a number beyond doubles', '{"a":12345678901234567890}', '"body":{"a":12345678901234567890}}\n'],
    ['a JSON body over several lines', '{\r\n  "a": 1\n}', '"body":{    "a": 1 }}\n'],
    ['a body that is not JSON', 'a "b"\n', '"body":"a \\"b\\"\\n"}\n'],
    ['no body', '', '"body":""}\n'],
    ['a body that is not UTF-8', Buffer.of(0xff), '"bodyEncoding":"base64","body":"/w=="}\n'],
  ])('writes %s on one line and loses nothing', (_, body, end) => {
    const line = encodeRecord(1, request(body)).toString()
    expect(line.endsWith(end)).toBe(true)
    expect(line.indexOf('\n')).toBe(line.length - 1)
  })
})

describe.each(POLICIES)('createRecorder, %s', (policy) => {
  it('writes every request in order before it is answered', async () => {
    const file = temporaryFile()
    const { port, url } = await fakeServer({ record: { file, policy } })
    const client = await rawClient(port)
    for (let sent = 1; sent <= 5; sent += 1) {
      client.send(post(`{"n":1,"sent":${sent}}`, 'Authorization: Bearer test\r\n', '/v1/chat/completions?a=b'))
      expect((await client.answer())?.status).toBe(200)
      expect(lines(file)).toHaveLength(sent)
    }
    expect(lines(file).map(({ seq, body }) => [seq, body.sent])).toEqual([[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]])
    expect(lines(file)[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions', query: 'a=b', headers: { Authorization: ['Bearer test'] } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ recording: { file, policy, recorded: 5, poisoned: null }, counters: { requests: 5 } })
  })

  it('answers 500 from the first failed write on, and never recovers', async () => {
    const written: string[] = []
    let room = 1
    const file: RecordFile = {
      write: (bytes) => {
        if (room === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        room -= 1
        written.push(bytes.toString())
        return bytes.length
      },
      sync: () => undefined,
      close: () => undefined,
    }
    const recorder = createRecorder('requests.jsonl', policy, file)
    const record = (): Promise<boolean> => new Promise((resolve) => recorder.record(request('{}'), resolve))
    expect(await record()).toBe(true)
    expect(await record()).toBe(false)
    room = 5
    expect(await record()).toBe(false)
    expect(written).toHaveLength(1)
    expect(recorder.state()).toMatchObject({ recorded: 1, poisoned: 'requests.jsonl could not be written (ENOSPC)' })
  })

  it('goes on behind a short write until all bytes are out', async () => {
    let text = ''
    const file: RecordFile = {
      write: (bytes) => {
        text += bytes.toString('latin1', 0, 7)
        return Math.min(7, bytes.length)
      },
      sync: () => undefined,
      close: () => undefined,
    }
    const recorder = createRecorder('requests.jsonl', policy, file)
    expect(await new Promise((resolve) => recorder.record(request('{"a":1}'), resolve))).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ body: { a: 1 } })
  })

  it.runIf(existsSync('/dev/full'))('answers 500 on a device that is full', async () => {
    const fake = await fakeServer({ record: { file: '/dev/full', policy } })
    const client = await rawClient(fake.port)
    for (let sent = 0; sent < 3; sent += 1) {
      client.send(post('{}'))
      expect((await client.answer())?.status).toBe(500)
    }
    expect(fake.counters()).toMatchObject({ requests: 0, unrecorded: 3 })
  })
})

describe('createRecorder', () => {
  it('appends to a file of its own', async () => {
    const file = temporaryFile('{"seq":1}\n')
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 20, record: { file } })
    await fetch(`${replay.url}/v1/messages`, { method: 'POST', body: '{}' })
    await replay.close()
    // The warm-up is not recorded.
    expect(lines(file)).toMatchObject([{ seq: 1 }, { seq: 1, path: '/v1/messages' }])
  })

  it.each([
    ['others may read', temporaryFile, '', 0o644, 'may be read by others (mode 0644)'],
    ['its group may read', temporaryFile, '', 0o640, 'may be read by others (mode 0640)'],
    ['ends in a torn line', temporaryFile, '{"seq":1', 0o600, 'ends in an unfinished line'],
  ])('refuses a file that %s', async (_, make, content, mode, reason) => {
    const file = make(content, mode)
    await expect(fakeServer({ record: { file } })).rejects.toMatchObject({ code: 'LAT_MOCK_RECORD', message: expect.stringContaining(`${file} ${reason}`) })
  })

  it('refuses a file it cannot open', async () => {
    const file = join(temporaryFile(), 'nowhere', 'x.jsonl')
    await expect(fakeServer({ record: { file } })).rejects.toMatchObject({ code: 'LAT_MOCK_RECORD', message: expect.stringContaining('(ENOENT)') })
  })
})
