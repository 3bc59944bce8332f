import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Connection } from '../../src/core/connection.js'
import type { Exchange } from '../../src/core/connection.js'
import { zeroCounters } from '../../src/core/counters.js'
import { startReplay } from '../../src/index.js'
import { faultAnswer } from '../../src/shapes/error-answer.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post, RawClient } from '../support/raw-client.js'

const LIMITS = { maxBodyBytes: 1024, maxHeadBytes: 1024, requestTimeoutMs: 30_000 }

/** A socket in memory that keeps every write apart, and can hold writes back. */
class FakeSocket extends Duplex {
  readonly writes: string[] = []
  held: (() => void) | null = null
  holding = false

  constructor() {
    super({ allowHalfOpen: true, readableHighWaterMark: 1 << 24 })
  }

  override _read(): void {
    // Bytes are pushed by the test.
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(bytes.toString('latin1'))
    if (this.holding) this.held = done
    else done()
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }
}

function connect(handler: (exchange: Exchange) => void): { socket: FakeSocket; counters: ReturnType<typeof zeroCounters> } {
  const socket = new FakeSocket()
  const counters = zeroCounters()
  new Connection(socket as unknown as Socket, handler, faultAnswer, LIMITS, counters)
  return { socket, counters }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('Connection', () => {
  it('answers pipelined requests one at a time and in order, however late each answer is', async () => {
    const waiting: (() => void)[] = []
    const seen: string[] = []
    const { socket } = connect((exchange) => {
      const { path } = exchange.request
      seen.push(path)
      waiting.push(() => {
        exchange.write(Buffer.from(path))
        exchange.end()
      })
    })
    socket.push(Buffer.from(['/a', '/b', '/c'].map((path) => post('{}', '', path)).join('')))
    await turn()
    expect(seen).toEqual(['/a'])
    while (waiting.length > 0) waiting.shift()!()
    expect(socket.writes).toEqual(['/a', '/b', '/c'])
    socket.destroy()
  })

  it('writes one piece per write call', async () => {
    const { socket } = connect((exchange) => {
      for (const piece of ['one', 'two', 'three']) exchange.write(Buffer.from(piece))
      exchange.end()
    })
    socket.push(Buffer.from(post('{}')))
    await turn()
    expect(socket.writes).toEqual(['one', 'two', 'three'])
    socket.destroy()
  })

  it('serves nothing behind a request that closes', async () => {
    const { socket } = connect((exchange) => {
      exchange.write(Buffer.from(exchange.request.path))
      exchange.end()
    })
    socket.push(Buffer.from(post('{}', 'Connection: close\r\n', '/a') + post('{}', '', '/b')))
    await turn()
    expect(socket.writes).toEqual(['/a'])
    socket.destroy()
  })

  it('tells the handler when the client leaves, and drops what is written later', async () => {
    let aborted = 0
    let late: Exchange | null = null
    const { socket, counters } = connect((exchange) => {
      late = exchange
      exchange.onAbort = () => {
        aborted += 1
      }
    })
    socket.push(Buffer.from(post('{}')))
    await turn()
    socket.destroy()
    await turn()
    late!.write(Buffer.from('late'))
    late!.end()
    expect({ aborted, writes: socket.writes, counted: counters.aborted }).toEqual({ aborted: 1, writes: [], counted: 1 })
  })

  it('serves no further request while a client leaves a megabyte unread', async () => {
    let served = 0
    const { socket } = connect((exchange) => {
      served += 1
      exchange.write(Buffer.alloc(600_000))
      exchange.end()
    })
    socket.holding = true
    socket.push(Buffer.from(post('{}').repeat(50)))
    await turn()
    expect(served).toBe(2)
    socket.holding = false
    socket.held?.()
    await turn()
    await turn()
    expect(served).toBe(50)
    socket.destroy()
  })

  it('stops reading ahead while an answer is under way', async () => {
    const { socket } = connect(() => undefined)
    socket.push(Buffer.from(post('{}')))
    await turn()
    for (let sent = 0; sent < 40; sent += 1) socket.push(Buffer.alloc(65_536))
    await turn()
    expect(socket.isPaused()).toBe(true)
    socket.destroy()
  })
})

describe('the request timeout', () => {
  it('answers 408 to a request that does not arrive, and closes', async () => {
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0, requestTimeoutMs: 30 })
    const client = await RawClient.open(replay.port)
    client.send('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{}')
    expect((await client.answer())?.status).toBe(408)
    await client.rest()
    expect(replay.counters()).toMatchObject({ timedOut: 1, requests: 0 })
    await replay.close()
  })

  it('never closes an idle connection', async () => {
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0, requestTimeoutMs: 1 })
    const idle = await RawClient.open(replay.port)
    idle.send(post('{}'))
    expect((await idle.answer())?.status).toBe(200)
    // Another connection runs into its timeout in the meantime, so that time has passed.
    const slow = await RawClient.open(replay.port)
    slow.send('POST ')
    expect((await slow.answer())?.status).toBe(408)
    idle.send(post('{}'))
    expect((await idle.answer())?.status).toBe(200)
    await replay.close()
  })

  it('counts a request that its client cuts off', async () => {
    const replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0 })
    const client = await RawClient.open(replay.port)
    client.socket.end('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{}')
    expect(await client.rest()).toHaveLength(0)
    await replay.close()
    expect(replay.counters()).toMatchObject({ aborted: 1, requests: 0 })
  })
})
