import { createLlmStream, parseEvents } from '@lat/sse'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listFaults, parseFaultRules, startReplay } from '../../src/index.js'
import { parseDelay } from '../../src/faults/parse-delay.js'
import { parseFaultSpec } from '../../src/faults/parse-fault-spec.js'
import { createDraw } from '../../src/faults/seeded-draw.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post } from '../support/raw-client.js'
import type { RawAnswer, RawClient } from '../support/raw-client.js'
import { fakeServer, rawClient } from '../support/with-server.js'

const REPLY = 'one 你好 three'

async function withFault(fault: string, use: (client: RawClient, fired: () => Readonly<Record<string, number>>) => Promise<void>): Promise<void> {
  const fake = await fakeServer({ reply: REPLY, faults: { allowHeader: true } })
  const client = await rawClient(fake.port)
  client.send(post('{"stream":true}', `x-mock-fault: ${fault}\r\n`))
  await use(client, fake.faultsFired)
}
const text = (answer: RawAnswer | null): string => {
  const stream = createLlmStream()
  stream.feed(answer!.body, 0)
  return stream.end().text
}
const outcome = (answer: RawAnswer | null): unknown => {
  const stream = createLlmStream()
  stream.feed(answer!.body, 0)
  const { ok, errorCode, errorType, labels } = stream.end()
  return ok ? labels : (errorType ?? errorCode)
}

describe('a fault', () => {
  it('answers with a status, a retry time and the error of the route', async () => {
    await withFault('status=429,retry-after=1,retry-after-ms=50', async (client, fired) => {
      const answer = await client.answer()
      expect(answer).toMatchObject({ status: 429 })
      expect([answer?.headers.get('retry-after'), answer?.headers.get('retry-after-ms')]).toEqual(['1', '50'])
      expect(JSON.parse(String(answer?.body))).toMatchObject({ error: { type: 'rate_limit_error' } })
      expect(fired()).toEqual({ status: 1, 'retry-after': 1, 'retry-after-ms': 1 })
      client.send(post('{}', 'x-mock-fault: status=529\r\n', '/v1/messages'))
      expect(JSON.parse(String((await client.answer())?.body))).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } })
    })
  })

  it('keeps the name of an event whose JSON it breaks', async () => {
    const fake = await fakeServer({ faults: { allowHeader: true } })
    const client = await rawClient(fake.port)
    client.send(post('{"stream":true}', 'x-mock-fault: malformed-event=2\r\n', '/v1/messages'))
    expect(parseEvents((await client.answer())!.body)[1]).toMatchObject({ type: 'content_block_start', data: '{"broken": ' })
  })

  it.each([
    ['malformed-event=2', 'malformed_event'],
    ['error-event=overloaded_error', 'overloaded_error'],
    ['no-done', ['done_missing']],
    ['unknown-event', []],
    ['comments', []],
    ['crlf', []],
    ['crlf,comments,split=bytes:1', []],
    ['split=utf8', []],
    ['split=segment:40', []],
    ['split=whole', []],
  ])('%s leaves the client with %j', async (fault, expected) => {
    await withFault(fault, async (client, fired) => {
      const answer = await client.answer()
      expect(outcome(answer)).toEqual(expected)
      if (Array.isArray(expected)) expect(text(answer)).toBe(REPLY)
      expect(Object.keys(fired()).sort()).toEqual(fault.split(',').map((part) => part.split('=')[0]).sort())
    })
  })

  it('cuts every character of several bytes over two writes', async () => {
    const draft = { split: null as { cut: (bytes: Buffer) => readonly Buffer[] } | null }
    parseFaultSpec('split=utf8').apply(draft as never, '/', () => () => 0)
    const parts = draft.split!.cut(Buffer.from('a你b🌍'))
    expect(Buffer.concat(parts).toString()).toBe('a你b🌍')
    expect(parts.map((part) => part.length)).toEqual([2, 4, 3])
  })

  it('sends comments as no events', async () => {
    await withFault('comments', async (client) => {
      const { body } = (await client.answer())!
      expect(body.toString().match(/: keep-alive/g)).toHaveLength(parseEvents(body).length)
    })
  })

  it.each([
    ['cut-after-events=2:fin', 2],
    ['cut-after-events=2:rst', 2],
    ['cut-after-events=0:fin', 0],
    ['cut-after-bytes=40:fin', 0],
  ])('%s breaks the answer off', async (fault, events) => {
    await withFault(fault, async (client) => {
      const rest = (await client.rest()).toString('latin1')
      expect(rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(rest.endsWith('0\r\n\r\n')).toBe(false)
      expect(rest.match(/"chat.completion.chunk"/g) ?? []).toHaveLength(events)
    })
  })

  it('cuts a JSON answer inside its length', async () => {
    const { port } = await fakeServer({ faults: { rules: [{ fault: 'cut-after-bytes=10:fin' }] } })
    const client = await rawClient(port)
    client.send(post('{}'))
    const rest = (await client.rest()).toString('latin1')
    expect(rest.slice(rest.indexOf('\r\n\r\n') + 4)).toHaveLength(10)
    expect(Number(/content-length: (\d+)/i.exec(rest)?.[1])).toBeGreaterThan(10)
  })

  it('resets the connection when asked', async () => {
    const { port } = await fakeServer({ faults: { rules: [{ fault: 'cut-after-events=1:rst' }] } })
    const client = await rawClient(port)
    const broken = new Promise((resolve) => client.socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)))
    client.send(post('{"stream":true}'))
    expect(await broken).toBe('ECONNRESET')
  })

  it('waits before the first byte, between events and once, and each wait says how long it was', async () => {
    await withFault('ttft=2ms,itl=1ms,stall-after=3:4ms', async (client) => {
      const answer = await client.answer()
      const firstNs = Number(answer?.headers.get('x-lat-planted-ns'))
      expect(firstNs).toBeGreaterThanOrEqual(2_000_000)
      const waits = [...answer!.body.toString().matchAll(/^: x-lat-planted-ns=(\d+)$/gm)].map((match) => Number(match[1]))
      expect(waits).toHaveLength(parseEvents(answer!.body).length - 1)
      // A late event does not push back the next, so single waits may be shorter; all together they are not.
      const plannedNs = 2_000_000 + (waits.length - 1) * 1_000_000 + 4_000_000
      expect(waits.reduce((sum, waitNs) => sum + waitNs, firstNs)).toBeGreaterThanOrEqual(plannedNs)
      expect(text(answer)).toBe(REPLY)
    })
  })

  it('closes behind the answer, announced', async () => {
    await withFault('close', async (client) => {
      expect((await client.answer())?.headers.get('connection')).toBe('close')
      expect(await client.rest()).toHaveLength(0)
    })
  })

  it('closes an idle connection, unannounced', async () => {
    await withFault('idle-close=5', async (client) => {
      expect((await client.answer())?.headers.has('connection')).toBe(false)
      expect(await client.rest()).toHaveLength(0)
    })
  })

  it('acts on replayed fixtures too', async () => {
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0, faults: { allowHeader: true } })
    onTestFinished(() => replay.close())
    const client = await rawClient(replay.port)
    client.send(post('{"stream":true}', 'x-mock-fault: no-done\r\n'))
    expect(parseEvents((await client.answer())!.body)).toHaveLength(7)
    client.send(post('{"stream":true}'))
    expect(parseEvents((await client.answer())!.body)).toHaveLength(8)
    expect(replay.faultsFired()).toEqual({ 'no-done': 1 })
  })

  it('is ignored and counted when the header is not allowed', async () => {
    const fake = await fakeServer()
    const answer = await fetch(`${fake.url}/v1/messages`, { method: 'POST', body: '{}', headers: { 'x-mock-fault': 'status=500' } })
    expect(answer.status).toBe(200)
    expect(await (await fetch(`${fake.url}/healthz`)).json()).toMatchObject({ faultsFired: {}, faultsIgnored: 1 })
  })

  it('that is not valid is answered 400 and names what would be', async () => {
    await withFault('status=200', async (client) => {
      const answer = await client.answer()
      expect(answer?.status).toBe(400)
      expect(String(answer?.body)).toContain('not a whole number from 400 to 599')
    })
  })
})

describe('fault rules', () => {
  const statuses = async (rules: Parameters<typeof fakeServer>[0], requests: readonly [string, string][]): Promise<number[]> => {
    const { port } = await fakeServer(rules)
    const client = await rawClient(port)
    const seen: number[] = []
    for (const [path, header] of requests) {
      client.send(post('{}', header, path))
      seen.push((await client.answer())!.status)
    }
    return seen
  }

  it('act by path, header and position, the first that matches', async () => {
    const rules = [
      { fault: 'status=503', path: '/v1/messages', from: 2, to: 2 },
      { fault: 'status=401', header: { name: 'x-team', value: 'b' } },
    ]
    expect(await statuses({ faults: { rules } }, [['/v1/messages', ''], ['/v1/messages', 'X-Team: b\r\n'], ['/v1/messages', ''], ['/v1/x', 'X-Team: b\r\n'], ['/v1/x', 'X-Team: a\r\n']])).toEqual([200, 503, 200, 401, 200])
  })

  it('act on a share of requests that the seed decides', async () => {
    const requests = Array.from({ length: 40 }, (): [string, string] => ['/v1/x', ''])
    const run = (seed: string): Promise<number[]> => statuses({ faults: { seed, rules: [{ fault: 'status=500', share: 0.5 }] } }, requests)
    const first = await run('a')
    expect(await run('a')).toEqual(first)
    expect(await run('b')).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })

  it.each([
    ['{', 'rules.json is not JSON'],
    ['[{"fault":"close","shre":1}]', 'rules.json: 0: Unrecognized key: "shre"'],
    ['[{"fault":"close","share":2}]', 'rules.json: 0.share'],
    ['{}', 'rules.json: the file'],
    ['[{"fault":"clse"}]', 'there is no fault "clse"'],
  ])('refuse %s', (json, named) => {
    expect(() => parseFaultRules(json, 'rules.json')).toThrow(named)
  })
})

describe('parseFaultSpec', () => {
  it.each([
    ['', 'there is no fault ""'],
    ['close,close', 'close is given twice'],
    ['close=1', 'close takes no value'],
    ['status', 'status needs a value, CODE'],
    ['ttft=5', 'not a duration'],
    ['stall-after=x', 'not EVENTS:DELAY'],
    ['cut-after-events=1:xyz', 'not N:fin or N:rst'],
    ['split=bytes:0', 'not bytes:N'],
    ['error-event=A B', 'not an error type'],
    ['idle-close=0', 'from 1 to 600000'],
  ])('refuses "%s"', (spec, reason) => {
    expect(() => parseFaultSpec(spec)).toThrow(expect.objectContaining({ code: 'LAT_MOCK_FAULT_SPEC', message: expect.stringContaining(reason) }))
  })

  it('knows every fault that is listed', () => {
    for (const { name } of listFaults()) expect(() => parseFaultSpec(name)).not.toThrow('there is no fault')
  })
})

describe('parseDelay', () => {
  it.each([
    ['50ms', 0, 50_000_000],
    ['1.5s', 0.9, 1_500_000_000],
    ['10us..20us', 0.5, 15_000],
    ['20ms@0.95|500ms@0.05', 0.94, 20_000_000],
    ['20ms@0.95|500ms@0.05', 0.96, 500_000_000],
  ])('draws %s at %s as %s ns', (delay, point, ns) => {
    const distribution = parseDelay(delay)
    expect(typeof distribution === 'string' ? distribution : distribution(() => point)).toBe(ns)
  })

  it.each(['', '5', '5m', '-1ms', '20ms..10ms', '1ms..2ms..3ms', '20ms@0.5', '20ms|30ms', '20ms@0.5|30ms@0.4', '20ms@0|30ms@1', '20m@s', '601s'])('refuses "%s"', (delay) => {
    expect(parseDelay(delay)).toEqual(expect.any(String))
  })
})

describe('createDraw', () => {
  it('depends on the seed and the request, and lies in [0, 1)', () => {
    const draws = (seed: string, request: number): number[] => Array.from({ length: 200 }, createDraw(seed, request))
    expect(draws('a', 1)).toEqual(draws('a', 1))
    expect(draws('a', 1)).not.toEqual(draws('a', 2))
    expect(draws('a', 1)).not.toEqual(draws('b', 1))
    expect(Math.min(...draws('a', 1))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...draws('a', 1))).toBeLessThan(1)
    const mean = draws('a', 1).reduce((sum, value) => sum + value, 0) / 200
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.1)
  })
})
