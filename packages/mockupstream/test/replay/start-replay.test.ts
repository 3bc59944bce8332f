import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReplay } from '../../src/index.js'
import type { Replay, ReplayOptions } from '../../src/index.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post, RawClient } from '../support/raw-client.js'

const options: ReplayOptions = { fixturesDir: FIXTURES_DIR, warmupRequests: 0 }

async function started(more: Partial<ReplayOptions>, use: (replay: Replay, client: RawClient) => Promise<void>): Promise<void> {
  const replay = await startReplay({ ...options, ...more })
  const client = await RawClient.open(replay.port)
  await use(replay, client)
  client.close()
  await replay.close()
}

describe('startReplay', () => {
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay(options)
  })
  afterAll(() => replay.close())

  it.each([
    ['/v1/chat/completions', '{}', 'openai-chat.json', 'application/json'],
    ['/v1/chat/completions', '{"stream":true}', 'openai-chat.sse', 'text/event-stream; charset=utf-8'],
    ['/v1/messages', '{"stream":false}', 'anthropic-messages.json', 'application/json'],
    ['/v1/messages?beta=true', '{"stream":true}', 'anthropic-messages.sse', 'text/event-stream; charset=utf-8'],
  ])('answers %s with %s by the bytes of %s', async (path, body, name, type) => {
    const response = await fetch(replay.url + path, { method: 'POST', body })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-request-id')).toBe(response.headers.get('request-id'))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(join(FIXTURES_DIR, name)))
  })

  it('streams unframed to HTTP/1.0 and closes', async () => {
    const client = await RawClient.open(replay.port)
    client.send('POST /v1/messages HTTP/1.0\r\nContent-Length: 15\r\n\r\n{"stream":true}')
    const answer = (await client.rest()).toString('latin1')
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(await readFile(join(FIXTURES_DIR, 'anthropic-messages.sse'), 'latin1'))
    expect(answer).not.toMatch(/transfer-encoding/i)
  })

  it('shows on /healthz what it serves and what it has done', async () => {
    const health = (await (await fetch(`${replay.url}/healthz`)).json()) as Record<string, unknown>
    expect(health).toMatchObject({ status: 'ok', ...replay.identity, fixturesDir: FIXTURES_DIR, byteLengths: { 'openai-chat.json': 912 }, plantsAllowed: false })
    expect(health['fixturesDigest']).toMatch(/^[0-9a-f]{64}$/)
    expect(health['counters']).toMatchObject({ requests: 5, json: 2, sse: 3, refused: 0 })
  })

  it('says how busy it was, so that a run can see when the upstream was the bottleneck', async () => {
    const health = (await (await fetch(`${replay.url}/healthz`)).json()) as { service: Record<string, number> }
    expect(health.service['handlerP50Ns']).toBeGreaterThan(0)
    expect(health.service['handlerP99Ns']).toBeGreaterThanOrEqual(health.service['handlerP50Ns']!)
    expect(health.service['handlerMaxNs']).toBeGreaterThanOrEqual(health.service['handlerP99Ns']!)
    expect(health.service['loopUtilization']).toBeLessThanOrEqual(1)
  })

  it('sends no body to HEAD', async () => {
    const client = await RawClient.open(replay.port)
    client.send('HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await client.rest()).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n$/)
  })

  it('shows the stamp of the run as its version', async () => {
    await started({ versionStamp: 'run-7' }, async ({ url, identity }) => {
      expect(identity.version).toBe('run-7')
      expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ version: 'run-7' })
    })
  })

  it('counts from zero after the warm-up', async () => {
    await started({ warmupRequests: 50 }, async ({ counters }) => {
      expect(counters()).toMatchObject({ requests: 0, json: 0, sse: 0, refused: 0 })
    })
  })

  it('finishes the answer under way when it closes', async () => {
    const closing = await startReplay({ ...options, allowPlants: true })
    const client = await RawClient.open(closing.port)
    client.send(post('{"stream":true}', 'x-lat-plant-us: 20000\r\n'))
    while (closing.counters().planted === 0) await new Promise((resolve) => setImmediate(resolve))
    const closed = closing.close()
    expect((await client.answer())?.body).toEqual(await readFile(join(FIXTURES_DIR, 'openai-chat.sse')))
    await closed
  })

  it.each([
    ['LAT_MOCK_NOT_LOOPBACK', { host: 'localhost' }, 'localhost'],
    ['LAT_MOCK_BAD_OPTIONS', { port: 70_000 }, 'port is 70000'],
    ['LAT_MOCK_BAD_OPTIONS', { expectDigest: 'abc' }, 'expectDigest is "abc"'],
    ['LAT_MOCK_BAD_OPTIONS', { stall: { atRequest: 1, holdMs: 1 } }, 'needs allowPlants'],
    ['LAT_MOCK_DIGEST', { expectDigest: '0'.repeat(64) }, '0'.repeat(64)],
  ])('refuses with %s and names the input', async (code, more, named) => {
    await expect(startReplay({ ...options, ...more })).rejects.toMatchObject({ code, message: expect.stringContaining(named) })
  })

  it('names every faulty option in one message', async () => {
    await expect(startReplay({ ...options, port: -1, maxConnections: 0 })).rejects.toMatchObject({ message: expect.stringMatching(/port is -1.*\n.*maxConnections is 0/) })
  })

  it('names a port that is held', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    await expect(startReplay({ ...options, port })).rejects.toMatchObject({ code: 'LAT_MOCK_PORT_HELD', message: expect.stringContaining(`Port ${port} on 127.0.0.1`) })
    holder.close()
  })

  it('closes connections above the limit at once and counts them', async () => {
    await started({ maxConnections: 1 }, async (limited) => {
      const second = await RawClient.open(limited.port)
      expect(await second.rest()).toHaveLength(0)
      expect(limited.counters().droppedConnections).toBe(1)
    })
  })
})

describe('a planted delay', () => {
  it('is at least what was asked for and reports itself', async () => {
    await started({ allowPlants: true }, async ({ counters }, client) => {
      for (const plantUs of [0, 200, 3000]) {
        client.send(post('{}', `X-Lat-Plant-Us: ${plantUs}\r\n`))
        const plantedNs = Number((await client.answer())?.headers.get('x-lat-planted-ns'))
        expect(plantedNs).toBeGreaterThanOrEqual(plantUs * 1000)
      }
      expect(counters()).toMatchObject({ planted: 3, plantsIgnored: 0 })
    })
  })

  it('leaves the bytes of the fixture alone', async () => {
    await started({ allowPlants: true }, async (_, client) => {
      client.send(post('{"stream":true}', 'x-lat-plant-us: 100\r\n'))
      expect((await client.answer())?.body).toEqual(await readFile(join(FIXTURES_DIR, 'openai-chat.sse')))
    })
  })

  it('holds up no other connection', async () => {
    await started({ allowPlants: true }, async ({ port }, slow) => {
      const quick = await RawClient.open(port)
      slow.send(post('{}', 'x-lat-plant-us: 60000\r\n'))
      const order: string[] = []
      const planted = slow.answer().then(() => order.push('planted'))
      for (let sent = 0; sent < 5; sent += 1) {
        quick.send(post('{}'))
        await quick.answer()
        order.push('plain')
      }
      await planted
      expect(order).toEqual(['plain', 'plain', 'plain', 'plain', 'plain', 'planted'])
      quick.close()
    })
  })

  it('is ignored and counted when plants are not allowed', async () => {
    await started({}, async ({ counters }, client) => {
      client.send(post('{}', 'x-lat-plant-us: 1000\r\n'))
      expect((await client.answer())?.headers.has('x-lat-planted-ns')).toBe(false)
      expect(counters()).toMatchObject({ planted: 0, plantsIgnored: 1 })
    })
  })

  it.each(['-1', '1.5', 'x', '', '61000000'])('is refused as "%s"', async (value) => {
    await started({ allowPlants: true }, async (_, client) => {
      client.send(post('{}', `x-lat-plant-us: ${value}\r\n`))
      expect((await client.answer())?.status).toBe(400)
    })
  })
})

describe('a stall', () => {
  it('holds the n-th request and all behind it until it is over, once', async () => {
    await started({ allowPlants: true, stall: { atRequest: 3, holdMs: 30 } }, async (replay, client) => {
      client.send(post('{}').repeat(2))
      for (let answer = 0; answer < 2; answer += 1) expect((await client.answer())?.headers.has('x-lat-planted-ns')).toBe(false)

      const held = await Promise.all(Array.from({ length: 4 }, () => RawClient.open(replay.port)))
      for (const waiting of held) waiting.send(post('{}'))
      const plantedNs = await Promise.all(held.map(async (waiting) => Number((await waiting.answer())?.headers.get('x-lat-planted-ns'))))
      expect(Math.max(...plantedNs)).toBeGreaterThanOrEqual(30_000_000)
      expect(replay.counters()).toMatchObject({ requests: 6, stalled: 4 })

      client.send(post('{}'))
      expect((await client.answer())?.headers.has('x-lat-planted-ns')).toBe(false)
      for (const waiting of held) waiting.close()
    })
  })
})
