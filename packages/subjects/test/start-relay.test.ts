import { once } from 'node:events'
import { Agent, createServer as createHttpServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { startProcess, startRelay, type Relay } from '../src/index.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function relayTo(upstreamUrl: string, plantDelayUs?: number): Promise<Relay> {
  const relay = await startRelay({ upstreamUrl, plantDelayUs })
  closers.push(() => relay.close())
  return relay
}

/** An upstream of raw bytes: what it got, and the socket to answer on. */
async function rawUpstream() {
  const received: Buffer[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', () => undefined)
  })
  closers.push(() => sockets.forEach((socket) => socket.destroy()))
  return { url: await listen(server), server, sockets, received: () => Buffer.concat(received).toString('latin1') }
}

function rawClient(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  socket.on('error', () => undefined)
  closers.push(() => socket.destroy())
  const text = () => Buffer.concat(received).toString('latin1')
  return {
    socket,
    text,
    /** Resolves once the text received so far passes. */
    until: async (passes: (text: string) => boolean) => {
      while (!passes(text())) await once(socket, 'data')
      return text()
    },
  }
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1')

describe.each([undefined, 0, 300])('startRelay with a plant of %s us', (plantDelayUs) => {
  const untouched = (text: string) => text.replace(/x-lat-planted-ns: \d+\r\n/g, '')

  it('passes every byte of request and answer', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, plantDelayUs)
    const client = rawClient(relay.port)
    const asked = `POST /v1 HTTP/1.1\r\nHoSt: x\r\nX-Odd:  two  spaces \r\ncontent-length: 256\r\n\r\n${everyByte}`
    client.socket.write(asked, 'latin1')
    await once(upstream.server, 'connection')
    while (upstream.received().length < asked.length) await once(upstream.sockets[0]!, 'data')
    expect(upstream.received()).toBe(asked)

    const answer = `HTTP/1.1 200 Fine\r\nContent-LENGTH: 256\r\nx: y\r\n\r\n${everyByte}`
    upstream.sockets[0]!.write(answer, 'latin1')
    const got = await client.until((text) => untouched(text).length >= answer.length)
    expect(untouched(got)).toBe(answer)
    if (plantDelayUs === undefined) expect(got).toBe(answer)
  })

  it('passes chunked answers chunk by chunk, and the next answer of the connection', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, plantDelayUs)
    const client = rawClient(relay.port)
    client.socket.write('GET /1 HTTP/1.1\r\n\r\n')
    const answers = ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '5\r\nhello\r\n', '3;a=b\r\nabc\r\n', '0\r\n\r\n', 'HTTP/1.1 404 Not\r\ncontent-length: 2\r\n\r\nno']
    await once(upstream.server, 'connection')
    let sent = ''
    for (const part of answers) {
      upstream.sockets[0]!.write(part)
      sent += part
      // The next part is written only when this one has arrived: nothing is held until more comes.
      expect(untouched(await client.until((text) => untouched(text).length >= sent.length))).toBe(sent)
    }
    expect(client.text().match(/x-lat-planted-ns/g) ?? []).toHaveLength(plantDelayUs === undefined ? 0 : 2)
  })

  it('passes an event stream event by event, in order', async () => {
    let stream: Parameters<RequestListener>[1]
    const upstreamUrl = await listen(createHttpServer((_request, answer) => {
      stream = answer
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.write('data: 0\n\n')
    }))
    const relay = await relayTo(upstreamUrl, plantDelayUs)
    const answer = await ask(relay.url)
    const events: string[] = []
    for await (const chunk of answer) {
      events.push(String(chunk))
      if (events.length < 20) stream!.write(`data: ${events.length}\n\n`)
      else stream!.end()
    }
    expect(events).toEqual(Array.from({ length: 20 }, (_, index) => `data: ${index}\n\n`))
    expect(answer.headers['x-lat-planted-ns'] !== undefined).toBe(plantDelayUs !== undefined)
  })

  it('passes a large answer to a slow reader whole', async () => {
    const body = Buffer.alloc(5_000_000, 'abcdefg')
    const relay = await relayTo(await listen(createHttpServer((_request, answer) => answer.end(body))), plantDelayUs)
    const answer = await ask(relay.url)
    answer.pause()
    await new Promise((resolve) => setImmediate(resolve))
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).equals(body)).toBe(true)
  })

  it('ends an answer without a length when the upstream ends it', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, plantDelayUs)
    const client = rawClient(relay.port)
    client.socket.write('GET / HTTP/1.0\r\n\r\n')
    await once(upstream.server, 'connection')
    upstream.sockets[0]!.end('HTTP/1.0 200 OK\r\n\r\nto the end')
    await once(client.socket, 'end')
    expect(untouched(client.text())).toBe('HTTP/1.0 200 OK\r\n\r\nto the end')
  })

  it('cuts the client off when the upstream breaks off in the middle', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, plantDelayUs)
    const client = rawClient(relay.port)
    client.socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(upstream.server, 'connection')
    upstream.sockets[0]!.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    await client.until((text) => text.endsWith('half'))
    const closed = new Promise((resolve) => client.socket.on('close', resolve))
    upstream.sockets[0]!.resetAndDestroy()
    expect(await closed).toBe(true)
    expect(untouched(client.text())).toMatch(/half$/)
  })

  it('lets go of the upstream when the client goes away', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, plantDelayUs)
    const client = rawClient(relay.port)
    client.socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(upstream.server, 'connection')
    client.socket.destroy()
    await once(upstream.sockets[0]!, 'close')
  })

  it('names an upstream that is not there', async () => {
    const relay = await relayTo('http://127.0.0.1:9', plantDelayUs)
    const answer = await fetch(relay.url)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: { type: 'upstream_unreachable', message: expect.stringContaining('http://127.0.0.1:9: connect ECONNREFUSED') as string } })
  })
})

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
closers.push(() => agent.destroy())

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request(url, { agent, method: 'POST' }, resolve).on('error', reject).end('body'))
}

describe('startRelay, planted', () => {
  it('reports in each answer of a kept connection a delay not below the planted one, and no longer than the answer took', async () => {
    const connections = new Set<unknown>()
    const upstreamUrl = await listen(createHttpServer((request, answer) => {
      connections.add(request.socket)
      request.resume().on('end', () => answer.end('ok'))
    }))
    const relay = await relayTo(upstreamUrl, 1500)
    for (let round = 0; round < 5; round += 1) {
      const startNs = process.hrtime.bigint()
      const answer = await ask(relay.url)
      const tookNs = Number(process.hrtime.bigint() - startNs)
      const plantedNs = Number(answer.headers['x-lat-planted-ns'])
      expect(plantedNs).toBeGreaterThanOrEqual(1_500_000)
      expect(plantedNs).toBeLessThanOrEqual(tookNs)
      for await (const chunk of answer) expect(String(chunk)).toBe('ok')
    }
    expect(connections.size).toBe(1)
  })

  it('does not hold an answer whose request asks for that, and says so in the answer', async () => {
    const upstreamUrl = await listen(createHttpServer((request, answer) => request.resume().on('end', () => answer.end('ok'))))
    const relay = await relayTo(upstreamUrl, 60_000_000)
    for (const value of ['off', 'OFF']) {
      const answer = await fetch(relay.url, { headers: { 'X-Lat-Plant': value } })
      expect(await answer.text()).toBe('ok')
      expect(Number(answer.headers.get('x-lat-planted-ns'))).toBeLessThan(60e9)
    }
  })

  it('reads what a request asks for when its head comes in pieces, and holds the next answer of the connection', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, 20_000)
    const client = rawClient(relay.port)
    const planted = () => [...client.text().matchAll(/x-lat-planted-ns: (\d+)/g)].map(([, ns]) => Number(ns) >= 20_000_000)
    const exchange = async (parts: readonly string[], answers: number) => {
      for (const part of parts) {
        const before = upstream.received().length
        client.socket.write(part)
        if (upstream.sockets.length === 0) await once(upstream.server, 'connection')
        while (upstream.received().length < before + part.length) await once(upstream.sockets[0]!, 'data')
      }
      upstream.sockets[0]!.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      await client.until((text) => text.split('\r\n\r\nok').length > answers)
    }
    await exchange(['GET / HTTP/1.1\r\nx-lat-pl', 'ant: off\r\n', '\r\n'], 1)
    await exchange(['POST / HTTP/1.1\r\ncontent-length: 18\r\n\r\n', '\r\nx-lat-plant: off'], 2)
    await exchange(['GET / HTTP/1.1\r\nx-lat-plant: offer\r\n\r\n'], 3)
    expect(planted()).toEqual([false, true, true])
  })

  it('does not hold an interim answer back', async () => {
    const upstream = await rawUpstream()
    const relay = await relayTo(upstream.url, 60_000_000)
    const client = rawClient(relay.port)
    client.socket.write('POST / HTTP/1.1\r\nexpect: 100-continue\r\n\r\n')
    await once(upstream.server, 'connection')
    upstream.sockets[0]!.write('HTTP/1.1 100 Continue\r\n\r\n')
    expect(await client.until((text) => text.endsWith('\r\n\r\n'))).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  })
})

describe('startRelay, refused', () => {
  it.each([
    ['an upstream with a path', { upstreamUrl: 'http://127.0.0.1:1/v1' }, 'needs http://host:port without a path'],
    ['an upstream that is no URL', { upstreamUrl: '127.0.0.1:1' }, 'upstreamUrl is "127.0.0.1:1"'],
    ['https', { upstreamUrl: 'https://127.0.0.1:1' }, 'needs http://'],
    ['a negative plant', { upstreamUrl: 'http://127.0.0.1:1', plantDelayUs: -1 }, 'plantDelayUs is -1'],
    ['a broken plant', { upstreamUrl: 'http://127.0.0.1:1', plantDelayUs: 0.5 }, 'whole number of microseconds'],
  ])('refuses %s', async (_what, options, named) => {
    await expect(startRelay(options)).rejects.toMatchObject({ code: 'LAT_SUBJ_ARGUMENT', message: expect.stringContaining(named) as string })
  })

  it('names a port it cannot open', async () => {
    const first = await relayTo('http://127.0.0.1:9')
    await expect(startRelay({ upstreamUrl: 'http://127.0.0.1:9', port: first.port })).rejects.toMatchObject({ code: 'LAT_SUBJ_NOT_STARTED', message: expect.stringContaining(`port ${first.port}`) as string })
  })
})

describe('lat-relay', () => {
  const bin = fileURLToPath(new URL('../bin/lat-relay.mjs', import.meta.url))

  it('runs as a process of its own with a ready line', async () => {
    const upstreamUrl = await listen(createHttpServer((_request, answer) => answer.end('ok')))
    const relay = await startProcess({ name: 'relay', argv: [process.execPath, bin, '--upstream', upstreamUrl, '--plant-delay-us', '100'], ready: { line: true } })
    closers.push(() => relay.stop())
    expect(relay.readyLine).toMatchObject({ name: 'lat-relay', pid: relay.pid })
    const answer = await fetch(String(relay.readyLine!.url))
    expect(Number(answer.headers.get('x-lat-planted-ns'))).toBeGreaterThanOrEqual(100_000)
    expect(await relay.stop()).toMatchObject({ code: 0, killed: false })
  })

  it.each([
    [[], '--upstream is missing'],
    [['--upstream', 'http://127.0.0.1:9', '--port', 'x'], '--port is "x"'],
    [['--upstream', 'http://127.0.0.1:9', '--plant-delay-us', 'x'], 'plantDelayUs is NaN'],
    [['--upstraem', 'x'], '--upstraem'],
  ])('refuses %j with code 2', async (args, named) => {
    const starting = startProcess({ name: 'relay', argv: [process.execPath, bin, ...args], ready: { line: true } })
    await expect(starting).rejects.toMatchObject({ code: 'LAT_SUBJ_DIED', message: expect.stringMatching(new RegExp(`exited with code 2.*${named}`, 's')) as string })
  })
})
