import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReplay } from '../../src/index.js'
import type { Replay } from '../../src/index.js'
import { FIXTURES_DIR } from '../support/fixtures-dir.js'
import { post, RawClient } from '../support/raw-client.js'

const BODY = '{"model":"m","messages":[],"stream":false}'
const HEAD = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const LENGTH = `Content-Length: ${BODY.length}\r\n\r\n`
const CHUNKED = `Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

type After = 'open' | 'close'
/** name, bytes, statuses in order, and whether the connection serves another request afterwards. */
type Case = readonly [string, string | Buffer, readonly number[], After]

const accepted: readonly Case[] = [
  ['a plain request', HEAD + LENGTH + BODY, [200], 'open'],
  ['a chunked body', HEAD + CHUNKED, [200], 'open'],
  ['chunk extensions and trailers', `${HEAD}Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)};a=b;c;d="e \\" f"\r\n${BODY}\r\n0\r\nX-Sum: 1\r\n\r\n`, [200], 'open'],
  ['three pipelined requests', (HEAD + LENGTH + BODY).repeat(3), [200, 200, 200], 'open'],
  ['a line end before the request', `\r\n${HEAD}${LENGTH}${BODY}`, [200], 'open'],
  ['HTTP/1.0, which closes', `POST /v1/chat/completions HTTP/1.0\r\n${LENGTH}${BODY}`, [200], 'close'],
  ['Connection: close', `${HEAD}Connection: close\r\n${LENGTH}${BODY}`, [200], 'close'],
  ['close among other connection options', `${HEAD}Connection: x, Close\r\n${LENGTH}${BODY}`, [200], 'close'],
  ['an absolute-form target', HEAD.replace('/v1', 'http://x/v1') + LENGTH + BODY, [200], 'open'],
  ['a query', HEAD.replace('completions', 'completions?beta=true') + LENGTH + BODY, [200], 'open'],
  ['a null stream field', post('{"stream":null}'), [200], 'open'],
]

const refused: readonly Case[] = [
  ['Content-Length and Transfer-Encoding', `${HEAD}Content-Length: 3\r\n${CHUNKED}`, [400], 'close'],
  ['two different Content-Lengths', `${HEAD}Content-Length: 3\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['the same Content-Length twice', `${HEAD}Content-Length: ${BODY.length}\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['a negative Content-Length', `${HEAD}Content-Length: -1\r\n\r\n`, [400], 'close'],
  ['a signed Content-Length', `${HEAD}Content-Length: +5\r\n\r\nabcde`, [400], 'close'],
  ['a Content-Length with exponent', `${HEAD}Content-Length: 1e3\r\n\r\n`, [400], 'close'],
  ['a Content-Length list', `${HEAD}Content-Length: 2, 2\r\n\r\n{}`, [400], 'close'],
  ['no Host', `POST /v1/chat/completions HTTP/1.1\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['two Hosts', `${HEAD}Host: y\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['a Host with a space', `POST /v1/chat/completions HTTP/1.1\r\nHost: a b\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['bare LF', (HEAD + LENGTH).replaceAll('\r\n', '\n') + BODY, [400], 'close'],
  ['one bare LF among CRLF', HEAD.replace('Host: x\r\n', 'Host: x\n') + LENGTH + BODY, [400], 'close'],
  ['a bare CR in a value', `${HEAD}X-A: a\rb\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['NUL in a value', `${HEAD}X-A: a\0b\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['a space before the colon', `${HEAD}Content-Length : ${BODY.length}\r\n\r\n${BODY}`, [400], 'close'],
  ['a header name that is no token', `${HEAD}X(A): 1\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['a header line without a colon', `${HEAD}X-A\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['a folded header', `${HEAD}X-A: a\r\n b\r\n${LENGTH}${BODY}`, [400], 'close'],
  ['headers over 16 KiB', `${HEAD}X-A: ${'a'.repeat(20_000)}\r\n${LENGTH}${BODY}`, [431], 'close'],
  ['more than 200 header fields', `${HEAD}${'X: 1\r\n'.repeat(201)}${LENGTH}${BODY}`, [431], 'close'],
  ['a target over 8 KiB', `POST /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n${LENGTH}${BODY}`, [414], 'close'],
  ['a target over 16 KiB', `POST /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n${LENGTH}${BODY}`, [431], 'close'],
  ['a bad chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`, [400], 'close'],
  ['a signed chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a prefixed chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a chunk extension with two equals signs', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;a=="b"\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a chunk extension without a name', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;=b\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['an open quote in a chunk extension', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;a="b\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a chunk longer than its size', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a chunk size line that ends in LF', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`, [400], 'close'],
  ['a trailer that is no field', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nbad trailer\r\n\r\n`, [400], 'close'],
  ['too many chunk extensions', `${HEAD}Transfer-Encoding: chunked\r\n\r\n${`1;${'a'.repeat(250)}\r\nx\r\n`.repeat(70)}`, [413], 'close'],
  ['another transfer coding', `${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, [501], 'close'],
  ['chunked twice', `${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400], 'close'],
  ['Transfer-Encoding in HTTP/1.0', `POST /v1/chat/completions HTTP/1.0\r\n${CHUNKED}`, [400], 'close'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400], 'close'],
  ['a TLS hello', Buffer.from('160301020001000001fc0303', 'hex'), [400], 'close'],
  ['garbage', '\x00\x01\x02\r\n\r\n', [400], 'close'],
  ['HTTP/9.9', `POST /v1/chat/completions HTTP/9.9\r\nHost: x\r\n${LENGTH}${BODY}`, [505], 'close'],
  ['a lower-case method', HEAD.replace('POST', 'post') + LENGTH + BODY, [400], 'close'],
  ['an unknown method', HEAD.replace('POST', 'BREW') + LENGTH + BODY, [501], 'close'],
  ['two spaces in the request line', HEAD.replace(' HTTP', '  HTTP') + LENGTH + BODY, [400], 'close'],
  ['a target that is no path', HEAD.replace('/v1', 'v1') + LENGTH + BODY, [400], 'close'],
  ['another expectation', `${HEAD}Expect: tea\r\n${LENGTH}${BODY}`, [417], 'close'],
  ['a Content-Length over 1 MiB', `${HEAD}Content-Length: 2000000\r\n\r\n`, [413], 'close'],
  ['a chunk over 1 MiB', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1fffff\r\n`, [413], 'close'],
  ['an endless run of line ends', '\r\n'.repeat(20), [400], 'close'],
  ['an empty body', post(''), [400], 'open'],
  ['a body that is not JSON', post('abc'), [400], 'open'],
  ['JSON null', post('null'), [400], 'open'],
  ['a JSON array', post('[]'), [400], 'open'],
  ['a JSON string', post('"x"'), [400], 'open'],
  ['a byte order mark', Buffer.from(post('\ufeff{}')), [400], 'open'],
  ['invalid UTF-8', Buffer.concat([latin1(`${HEAD}Content-Length: 9\r\n\r\n{"a":"`), Buffer.of(0xff, 0x22, 0x7d)]), [400], 'open'],
  ['deeply nested JSON', post(`{"a":${'['.repeat(500_000)}`), [400], 'open'],
  ['a stream field that is a string', post('{"stream":"true"}'), [400], 'open'],
  ['a stream field that is a number', post('{"stream":1}'), [400], 'open'],
  ['an unknown route', post(BODY, '', '/v1/nothing'), [404], 'open'],
  ['an encoded slash', post(BODY, '', '/v1/chat%2Fcompletions'), [404], 'open'],
  ['a wrong method', 'GET /v1/chat/completions HTTP/1.1\r\nHost: x\r\n\r\n', [405], 'open'],
  ['a POST to /healthz', post(BODY, '', '/healthz'), [405], 'open'],
]

let replay: Replay
beforeAll(async () => {
  replay = await startReplay({ fixturesDir: FIXTURES_DIR, warmupRequests: 0 })
})
afterAll(() => replay.close())

async function play(bytes: string | Buffer, statuses: readonly number[], after: After): Promise<void> {
  const client = await RawClient.open(replay.port)
  client.send(bytes)
  for (const status of statuses) expect((await client.answer())?.status).toBe(status)
  if (after === 'open') {
    client.send(post(BODY))
    expect((await client.answer())?.status).toBe(200)
  } else {
    client.socket.end()
    expect(await client.rest()).toHaveLength(0)
  }
  client.close()
}

describe('the core', () => {
  it.each(accepted)('serves %s', (_, bytes, statuses, after) => play(bytes, statuses, after))
  it.each(refused)('refuses %s', (_, bytes, statuses, after) => play(bytes, statuses, after))

  it.each([...accepted, ...refused].filter(([, bytes]) => bytes.length < 700))('reads %s the same when it comes byte by byte', async (_, bytes, statuses) => {
    const client = await RawClient.open(replay.port)
    for (const byte of typeof bytes === 'string' ? latin1(bytes) : bytes) client.send(Buffer.of(byte))
    for (const status of statuses) expect((await client.answer())?.status).toBe(status)
    client.close()
  })

  it('asks for the body with 100 Continue, once', async () => {
    const client = await RawClient.open(replay.port)
    client.send(`${HEAD}Expect: 100-continue\r\n${LENGTH}`)
    expect((await client.answer())?.status).toBe(100)
    client.send(BODY.slice(0, 5))
    client.send(BODY.slice(5))
    expect((await client.answer())?.status).toBe(200)
    client.close()
  })

  it('refuses too large a body instead of asking for it', async () => {
    const client = await RawClient.open(replay.port)
    client.send(`${HEAD}Expect: 100-continue\r\nContent-Length: 9999999\r\n\r\n`)
    expect((await client.answer())?.status).toBe(413)
    client.close()
  })

  it('lets a client that is still sending read its 413', async () => {
    const client = await RawClient.open(replay.port)
    client.send(`${HEAD}Content-Length: 4000000\r\n\r\n`)
    for (let sent = 0; sent < 4_000_000; sent += 100_000) client.send(Buffer.alloc(100_000, 0x61))
    expect(await client.answer()).toMatchObject({ status: 413 })
    client.close()
  })

  it('serves a client that ends its sending side before it reads', async () => {
    const client = await RawClient.open(replay.port)
    client.socket.end(post(BODY))
    expect((await client.answer())?.status).toBe(200)
    await client.rest()
  })

  it('answers 413 and 404 in the shape of the route family', async () => {
    const client = await RawClient.open(replay.port)
    client.send(post(BODY, '', '/v1/messages/nothing'))
    expect(JSON.parse(String((await client.answer())?.body))).toMatchObject({ type: 'error', error: { type: 'not_found_error' } })
    client.send(post(BODY, '', '/v1/nothing'))
    expect(JSON.parse(String((await client.answer())?.body))).toMatchObject({ error: { type: 'invalid_request_error', param: null, code: null } })
    client.send('POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n')
    expect(JSON.parse(String((await client.answer())?.body))).toMatchObject({ type: 'error', error: { type: 'request_too_large' } })
    client.close()
  })
})

describe('against node:http', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer({ insecureHTTPParser: false }, (request, response) => {
      request.on('end', () => response.end('{}')).resume()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  // What node:http refuses as HTTP, this core refuses too; it may refuse more.
  it.each([...accepted, ...refused].filter(([, , statuses]) => statuses.length === 1))('is as strict on %s', async (_, bytes, statuses) => {
    const client = await RawClient.open((server.address() as AddressInfo).port)
    client.send(bytes)
    client.socket.end()
    const theirs = await client.answer()
    client.close()
    if (theirs !== null && theirs.status >= 400) expect(statuses[0]).toBeGreaterThanOrEqual(400)
  })
})
