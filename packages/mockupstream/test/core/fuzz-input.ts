import fc from 'fast-check'

/** Parts of requests, right and wrong, in the places where parsers have been fooled before. */
const methods = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('POST', 'GET', 'DELETE') }, fc.constantFrom('post', 'BREW', 'P\0ST', '', 'POST ', 'CONNECT', 'PRI'))
const targets = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('/', '/v1/messages', '/v1/chat/completions?beta=true') }, fc.constantFrom('http://x/v1', '*', 'x', '/a b', '/\x80', '/a#b', '/%zz', 'http://', '//x', '/\t'))
const versions = fc.oneof({ weight: 8, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom('HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 ', 'HTTP/11'))
const lineEnds = fc.oneof({ weight: 30, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r', '\r\r\n', ''))
const values = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('x', 'a b', '', '\tx ') }, fc.string({ unit: 'binary-ascii', maxLength: 6 }), fc.constantFrom('\x80\xff', 'a\rb', 'a\nb', 'a\0b', '\x7f'))
// No `Connection: upgrade`: behind such a request node:http drops what was pipelined, where this parser, like nginx, reads on.
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('X-A', 'Accept', 'x_b'), values).map(([name, value]) => `${name}: ${value}`) },
  fc.constantFrom('X A: 1', 'X-A : 1', ': 1', ' folded', '\tfolded', 'X-A', 'Connection: close', 'Connection: keep-alive, close', 'Upgrade: h2c', 'Expect: 100-continue', 'Expect: x', 'Host: y', 'Content-Type: application/json', 'Trailer: x', 'TE: trailers'),
)
const chunkSizes = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('2', '02', 'A') }, fc.constantFrom('', '0x2', '-2', '+2', '2 ', ' 2', '2;a=b', '2;a="b"', '2;a', '2;a=b;c="d e"', '2;a="\\""', '2;a="b', '2;a==b', '2;a="b"c', '2; a=b', '2;', '2;=b', '2;a=', '2;\0', 'g', 'fffffffff', '2\t'))

/** How the body is framed, honestly or not, and the body. */
const framed = fc.oneof(
  fc.constant({ fields: [] as string[], body: '' }),
  fc.tuple(fc.constantFrom('{}', 'abc', ''), fc.constantFrom(0, 0, 0, 1, -1)).map(([body, off]) => ({ fields: [`Content-Length: ${body.length + off}`], body })),
  fc.constantFrom('+2', '-1', '2, 2', '0x2', '2 2', '', ' 2 ', '02', '2.0', '99999999999999999999').map((value) => ({ fields: [`Content-Length:${value}`], body: '{}' })),
  fc.tuple(fc.array(fc.tuple(chunkSizes, fc.constantFrom('{}', 'ab', '0123456789'), lineEnds, lineEnds), { maxLength: 3 }), fc.constantFrom('0\r\n\r\n', '0\r\nX: 1\r\n\r\n', '0\n\n', '0\r\nbad\r\n\r\n', '00\r\n\r\n', '')).map(([chunks, last]) => ({
    fields: ['Transfer-Encoding: chunked'],
    body: chunks.map(([size, data, end, after]) => `${size}${end}${data}${after}`).join('') + last,
  })),
  fc.constantFrom(['Transfer-Encoding: gzip, chunked'], ['Transfer-Encoding: chunked', 'Content-Length: 2'], ['Content-Length: 2', 'Content-Length: 2'], ['Content-Length: 2', 'Content-Length: 3'], ['Transfer-Encoding: xchunked'], ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], ['Transfer-Encoding : chunked'], ['Transfer-Encoding: \tchunked']).map((fields) => ({ fields, body: '2\r\n{}\r\n0\r\n\r\n' })),
)

const request = fc
  .tuple(methods, targets, versions, fc.array(headers, { maxLength: 3 }), framed, fc.constantFrom('Host: x', 'Host: x', 'Host: x', 'Host: x', 'Host:', 'Host: a b', ''), fc.array(lineEnds, { minLength: 8, maxLength: 8 }))
  .map(([method, target, version, more, { fields, body }, host, ends]) => {
    const lines = [`${method} ${target} ${version}`, ...(host === '' ? [] : [host]), ...more, ...fields]
    return `${lines.map((line, index) => line + (ends[index % ends.length] ?? '\r\n')).join('')}${ends[7]}${body}`
  })

/** A stream of one to three requests, now and then with a byte changed, dropped or doubled. */
export const byteStreams: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(request, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '', '\r\n'), fc.option(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 }), fc.constantFrom('change', 'drop', 'double')), { freq: 3 }))
  .map(([requests, before, mutation]) => {
    const bytes = Buffer.from(before + requests.join(''), 'latin1')
    if (mutation === null || bytes.length === 0) return bytes
    const at = mutation[0] % bytes.length
    const middle = mutation[2] === 'drop' ? [] : mutation[2] === 'double' ? [bytes[at]!, bytes[at]!] : [mutation[1]]
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), bytes.subarray(at + 1)])
  })
