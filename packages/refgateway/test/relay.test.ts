import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask, chat, open, readAll } from './ask.js'
import { answerEvents, answerJson, chatAnswer, chatEvents, startFakeUpstream } from './fake-upstream.js'
import { startGateway, tokensOf } from './start-gateway.js'

const streamed = { body: chat({ stream: true }) }
const estimate = 12
const errorType = (body: string) => (JSON.parse(body) as { readonly error: { readonly type: string } }).error.type

/** An upstream that says exactly these bytes to the first request and then ends the connection, or resets it. */
async function startRawUpstream(text: string, end: (socket: Socket) => void = (socket) => { socket.end() }): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(text)
      end(socket)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  onTestFinished(() => { server.close() })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Relay', () => {
  it.each(['passthrough', 'enforce'] as const)('gives each event out before the upstream says the next, in %s', async (mode) => {
    const gates = chatEvents.map(() => {
      let open = () => { /* set below */ }
      const opened = new Promise<void>((resolve) => { open = resolve })
      return { open, opened }
    })
    const upstream = await startFakeUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      void (async () => {
        for (const [index, event] of chatEvents.entries()) {
          response.write(event)
          await gates[index]!.opened
        }
        response.end()
      })()
    })
    const gateway = await startGateway(upstream.url, { mode })
    const answer = await open(gateway.url, streamed)
    let seen = ''
    answer.on('data', (chunk: Buffer) => { seen += chunk.toString() })
    const ended = new Promise((resolve) => answer.once('end', resolve))
    for (const [index, gate] of gates.entries()) {
      await expect.poll(() => seen).toBe(chatEvents.slice(0, index + 1).join(''))
      gate.open()
    }
    await ended
  })

  it('makes a streaming upstream say what it used, and settles before the stream ends', async () => {
    const upstream = await startFakeUpstream(answerEvents())
    const gateway = await startGateway(upstream.url)
    const answer = await ask(gateway.url, streamed)
    expect(tokensOf(gateway)).toMatchObject({ used: 25, reserved: 0 })
    expect(answer.body).toBe(chatEvents.join(''))
    expect(JSON.parse(upstream.received[0]!.body)).toEqual({ ...chat({ stream: true }), stream_options: { include_usage: true } })
  })

  it('leaves streaming requests to other providers, and in passthrough, as they are', async () => {
    const upstream = await startFakeUpstream(answerEvents())
    const enforcing = await startGateway(upstream.url)
    const passing = await startGateway(upstream.url, { mode: 'passthrough' })
    await ask(enforcing.url, { ...streamed, path: '/anthropic/v1/messages' })
    await ask(passing.url, streamed)
    expect(upstream.received.map(({ body }) => body)).toEqual([JSON.stringify(streamed.body), JSON.stringify(streamed.body)])
  })

  it('passes on the bytes after the last blank line, and a stream of no event at all', async () => {
    const gateway = await startGateway((await startFakeUpstream(answerEvents(['data: a\n\n', 'data: b']))).url)
    expect((await ask(gateway.url, streamed)).body).toBe('data: a\n\ndata: b')
    const silent = await startGateway((await startFakeUpstream(answerEvents([]))).url)
    expect(await ask(silent.url, streamed)).toMatchObject({ status: 200, body: '', headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  })

  it('passes a compressed stream on as it arrives', async () => {
    const text = gzipSync(chatEvents.join(''))
    let end = () => { /* set below */ }
    const upstream = await startFakeUpstream((response, { headers }) => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream', 'content-encoding': headers['accept-encoding'] })
      response.write(text)
      end = () => { response.end() }
    })
    const gateway = await startGateway(upstream.url, { mode: 'passthrough' })
    const answer = await open(gateway.url, { ...streamed, headers: { 'accept-encoding': 'gzip' } })
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    await expect.poll(() => Buffer.concat(chunks).equals(text)).toBe(true)
    end()
  })

  it('does not buffer a stream that the client does not read', async () => {
    const event = `data: ${'x'.repeat(60_000)}\n\n`
    let written = 0
    const upstream = await startFakeUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = () => {
        while (written < 2000) {
          written += 1
          if (!response.write(event)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    })
    const gateway = await startGateway(upstream.url, { mode: 'passthrough' })
    const answer = await open(gateway.url, streamed)
    answer.pause()
    let before = -1
    // Every buffer on the way fills up and then nothing moves.
    await expect.poll(() => {
      const still = written === before
      before = written
      return still
    }, { interval: 200, timeout: 20_000 }).toBe(true)
    expect(written).toBeLessThan(2000)
    expect((await readAll(answer)).length).toBe(2000 * event.length)
  })

  it.each([
    ['no usage', answerJson(chatAnswer(null)), 200],
    ['a usage nobody can read', answerJson('{"usage":'), 200],
    ['a stream that never says', answerEvents(['data: {}\n\n', 'data: [DONE]\n\n']), 200],
  ])('forfeits the estimate after %s and passes the answer on', async (_, answer, status) => {
    const gateway = await startGateway((await startFakeUpstream(answer)).url)
    expect((await ask(gateway.url)).status).toBe(status)
    expect(tokensOf(gateway)).toMatchObject({ used: estimate, reserved: 0 })
    expect(gateway.health().settled).toEqual({ reconciled: 0, forfeited: 1, released: 0 })
  })

  it.each([[500, '{"error":"x"}'], [429, 'slow down'], [301, '']])('passes on a %d and counts nothing for it', async (status, body) => {
    const gateway = await startGateway((await startFakeUpstream(answerJson(body, status))).url)
    expect(await ask(gateway.url)).toMatchObject({ status, body })
    expect(tokensOf(gateway)).toMatchObject({ used: 0, reserved: 0 })
    expect(gateway.health().settled.released).toBe(1)
  })

  it('answers 502 where nobody listens, and counts nothing', async () => {
    const gateway = await startGateway('http://127.0.0.1:1')
    const answer = await ask(gateway.url)
    expect(answer.status).toBe(502)
    expect(errorType(answer.body)).toBe('upstream_unreachable')
    expect(gateway.health()).toMatchObject({ settled: { released: 1 }, slots: { inUse: 0 } })
  })

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n'
  it.each([
    ['says nothing and closes', '', 'upstream_unreachable'],
    ['says what is not HTTP', 'hello\r\n\r\n', 'upstream_unreachable'],
    ['closes inside its head', 'HTTP/1.1 200 OK\r\ncontent-', 'upstream_unreachable'],
    ['closes inside its body', `${head}{"choices":`, 'upstream_error'],
    ['promises a stream and closes', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n', 'upstream_error'],
  ])('answers 502 when the upstream %s, and forfeits', async (_, text, type) => {
    const gateway = await startGateway(await startRawUpstream(text))
    const answer = await ask(gateway.url)
    expect(answer.status).toBe(502)
    expect(errorType(answer.body)).toBe(type)
    expect(tokensOf(gateway)).toMatchObject({ used: estimate, reserved: 0 })
  })

  it('breaks a stream off where the upstream did', async () => {
    const text = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n`
    const gateway = await startGateway(await startRawUpstream(text))
    const answer = await open(gateway.url, streamed)
    await expect(readAll(answer)).rejects.toThrow('aborted')
    expect(tokensOf(gateway)).toMatchObject({ used: estimate, reserved: 0 })
  })

  it('answers 504 when the upstream takes longer than it may', async () => {
    const upstream = await startFakeUpstream(() => undefined)
    const gateway = await startGateway(upstream.url, { headersTimeoutMs: 50 })
    const answer = await ask(gateway.url)
    expect(answer.status).toBe(504)
    expect(errorType(answer.body)).toBe('upstream_timeout')
    expect(gateway.health()).toMatchObject({ settled: { forfeited: 1 }, slots: { inUse: 0 } })
  })

  it.each([
    ['before the upstream answers', () => undefined],
    ['inside a stream', answerOpenStream],
  ])('lets go of the upstream and forfeits when the client leaves %s', async (_, answer) => {
    const upstream = await startFakeUpstream(answer)
    const gateway = await startGateway(upstream.url)
    const leaving = open(gateway.url, streamed)
    leaving.catch(() => undefined)
    await expect.poll(() => upstream.received.length).toBe(1)
    if (answer === answerOpenStream) (await leaving).once('data', () => { leaving.abort() })
    else leaving.abort()
    await upstream.disconnected
    await expect.poll(() => gateway.health().slots.inUse).toBe(0)
    expect(gateway.health().settled).toEqual({ reconciled: 0, forfeited: 1, released: 0 })
    expect(tokensOf(gateway)).toMatchObject({ reserved: 0 })
  })

  it('counts what was used when the client leaves after the usage', async () => {
    const upstream = await startFakeUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chatEvents.join(''))
    })
    const gateway = await startGateway(upstream.url)
    const leaving = open(gateway.url, streamed)
    const answer = await leaving
    let seen = ''
    answer.on('error', () => undefined)
    answer.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      if (seen.endsWith('[DONE]\n\n')) leaving.abort()
    })
    await expect.poll(() => gateway.health().settled.reconciled).toBe(1)
    expect(tokensOf(gateway)).toMatchObject({ used: 25, reserved: 0 })
  })

  it('survives a client that leaves while the delay before its answer is running', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { plantDelayUs: 20_000 })
    const leaving = open(gateway.url)
    leaving.catch(() => undefined)
    await expect.poll(() => gateway.health().settled.reconciled).toBe(1)
    leaving.abort()
    expect((await ask(gateway.url)).status).toBe(200)
  })
})

function answerOpenStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chatEvents[0])
}
