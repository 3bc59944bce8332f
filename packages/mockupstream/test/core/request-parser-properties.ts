import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect } from 'vitest'
import { listFields } from '../../src/core/list-fields.js'
import { parseHead } from '../../src/core/parse-head.js'
import { RequestParser } from '../../src/core/request-parser.js'
import { byteStreams } from './fuzz-input.js'
import { referenceHead } from './reference-head.js'

interface Seen {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly body: string
}
interface Parsed {
  readonly requests: readonly Seen[]
  readonly fault: number | null
  /** Bytes of the requests, without what follows them. */
  readonly consumedBytes: number
}

const LIMITS = { maxBodyBytes: 65_536, maxHeadBytes: 16_384 }

/** What this parser makes of the bytes, up to the request that ends the connection. */
function ours(parts: readonly Buffer[]): Parsed {
  const parser = new RequestParser(LIMITS)
  const requests: Seen[] = []
  let pushedBytes = 0
  let consumedBytes = 0
  for (const part of parts) {
    parser.push(part)
    pushedBytes += part.length
    for (let next = parser.next(); next !== null; next = parser.next()) {
      if ('status' in next) return { requests, fault: next.status, consumedBytes }
      requests.push({ method: next.method, target: next.target, headers: next.headers, body: next.body.toString('latin1') })
      consumedBytes = pushedBytes - parser.bufferedBytes
      if (!next.keepAlive) return { requests, fault: null, consumedBytes }
    }
  }
  return { requests, fault: null, consumedBytes }
}

/** A connection in memory: one side hands in bytes, what comes back is dropped. */
class Pipe extends Duplex {
  override _read(): void {
    // Bytes are pushed from outside.
  }

  override _write(_bytes: Buffer, _encoding: string, done: () => void): void {
    done()
  }
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    theirSeen.push({ method: request.method ?? '', target: request.url ?? '', headers: request.rawHeaders, body: Buffer.concat(parts).toString('latin1') })
    response.end()
  })
})
server.on('checkContinue', (request, response) => server.emit('request', request, response))
server.on('checkExpectation', (request, response) => server.emit('request', request, response))
server.on('clientError', (_error, socket) => socket.destroy())
let theirSeen: Seen[] = []

/** What node:http makes of the same bytes. */
async function theirs(bytes: Buffer): Promise<readonly Seen[]> {
  theirSeen = []
  const pipe = new Pipe()
  pipe.on('error', () => undefined)
  server.emit('connection', pipe)
  pipe.push(bytes)
  // Its answers and the next pipelined request take some turns; it is done when a few bring nothing new.
  for (let idle = 0, before = -1; idle < 4; idle += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (theirSeen.length !== before) idle = 0
    before = theirSeen.length
  }
  pipe.destroy()
  return theirSeen
}

/** The parser never throws, and how the bytes are cut into reads changes nothing. */
export async function checkSplits(numRuns: number, seed?: number): Promise<void> {
  await fc.assert(fc.asyncProperty(byteStreams, fc.array(fc.nat(400), { maxLength: 6 }), async (bytes, offsets) => {
    const marks = [0, ...offsets.map((offset) => Math.min(offset, bytes.length)).sort((a, b) => a - b), bytes.length]
    const cut = marks.slice(1).map((end, index) => bytes.subarray(marks[index], end))
    expect(ours(cut)).toEqual(ours([bytes]))
    expect(ours([...bytes].map((byte) => Buffer.of(byte)))).toEqual(ours([bytes]))
  }), { numRuns, ...(seed === undefined ? {} : { seed }) })
}

/** Whatever this parser lets through, node:http lets through as the same request: same or stricter. */
export async function checkOracle(numRuns: number, seed?: number): Promise<void> {
  let compared = 0
  await fc.assert(fc.asyncProperty(byteStreams, async (bytes) => {
    const { requests, consumedBytes } = ours([bytes])
    // Only as far as this parser got: node:http gives up requests whose successor is broken.
    if (requests.length === 0) return
    compared += 1
    expect(await theirs(bytes.subarray(0, consumedBytes))).toEqual(requests)
  }), { numRuns, ...(seed === undefined ? {} : { seed }) })
  // Enough of the streams are valid for the comparison to mean something.
  expect(compared).toBeGreaterThan(numRuns / 20)
}

/** The parser of bytes says exactly what its twin on text says, fields included. */
export function checkTwin(numRuns: number, seed?: number): void {
  fc.assert(fc.property(byteStreams, (bytes) => {
    const end = bytes.indexOf('\r\n\r\n')
    fc.pre(end >= 0)
    const head = bytes.subarray(0, end)
    const ours = parseHead(head)
    const twin = referenceHead(head.toString('latin1'))
    if ('status' in ours || 'status' in twin) expect(ours).toEqual(twin)
    else {
      const { watched: _, ...rest } = ours
      expect({ ...rest, headers: listFields(head) }).toEqual(twin)
    }
  }), { numRuns, ...(seed === undefined ? {} : { seed }) })
}
