import type { Fault } from '../../src/core/request.js'

/** Request line and header fields, validated, and what they say about the body. */
interface Head {
  readonly method: string
  readonly path: string
  readonly target: string
  readonly headers: readonly string[]
  readonly http11: boolean
  readonly keepAlive: boolean
  readonly contentLength: number
  readonly chunked: boolean
  readonly expectsContinue: boolean
}

const MAX_TARGET_BYTES = 8192
const MAX_HEADER_FIELDS = 200

const METHODS = new Set(['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'])
const REQUEST_LINE = /^([A-Z]+) ([\x21-\x7e]+) (HTTP\/\d\.\d)$/
const ABSOLUTE_FORM = /^https?:\/\/[A-Za-z0-9.\-_~[\]:%]+(\/[^#]*)?$/i
/** One field line: token, colon at once, value of visible bytes, spaces and tabs. Folding and bare CR or LF do not match. */
const FIELD = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\t\x20-\x7e\x80-\xff]*)(?:\r\n|$)/y
const HOST = /^[A-Za-z0-9.\-_~%!$&'()*+,;=:[\]]*$/
const DIGITS = /^\d{1,15}$/

/** What `parseHead` says, written with regular expressions on text: slower, and easier to check against the standard. */
export function referenceHead(text: string): Head | Fault {
  const lineEnd = text.indexOf('\r\n')
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd)
  const parts = REQUEST_LINE.exec(line)
  if (parts === null) return fault(400, 'The request line is not valid')
  const method = parts[1]!
  const target = parts[2]!
  const version = parts[3]!
  const http11 = version === 'HTTP/1.1'
  if (!http11 && version !== 'HTTP/1.0') return method === 'PRI' ? fault(400, 'HTTP/2 is not spoken here') : fault(505, 'Only HTTP/1.1 and HTTP/1.0 are spoken')
  if (!METHODS.has(method)) return fault(501, 'The method is not implemented')
  if (target.length > MAX_TARGET_BYTES) return fault(414, `The target is longer than ${MAX_TARGET_BYTES} bytes`)
  const path = pathOf(target, method)
  if (path === null) return fault(400, 'The target is not valid')

  const headers: string[] = []
  let contentLength: number | null = null
  let transferEncoding: string | null = null
  let hosts = 0
  let keepAlive = http11
  let expectsContinue = false
  FIELD.lastIndex = lineEnd < 0 ? text.length : lineEnd + 2
  while (FIELD.lastIndex < text.length) {
    const field = FIELD.exec(text)
    if (field === null) return fault(400, 'A header line is not valid', path)
    const name = field[1]!
    const value = trimBlanks(field[2]!)
    if (headers.length === 2 * MAX_HEADER_FIELDS) return fault(431, `There are more than ${MAX_HEADER_FIELDS} header fields`, path)
    headers.push(name, value)
    // By length first: most names are none of these and cost no copy.
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1
      if (!HOST.test(value)) return fault(400, 'The Host header is not valid', path)
    } else if (name.length === 6 && name.toLowerCase() === 'expect') {
      if (value.toLowerCase() !== '100-continue') return fault(417, 'Only the expectation 100-continue is met', path)
      expectsContinue = http11
    } else if (name.length === 10 && name.toLowerCase() === 'connection') {
      if (value.toLowerCase().split(',').some((option) => option.trim() === 'close')) keepAlive = false
    } else if (name.length === 14 && name.toLowerCase() === 'content-length') {
      if (contentLength !== null || !DIGITS.test(value)) return fault(400, 'Content-Length is not one whole number', path)
      contentLength = Number(value)
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (transferEncoding !== null) return fault(400, 'Transfer-Encoding is given twice', path)
      transferEncoding = value.toLowerCase()
    }
  }
  if (hosts > 1 || (http11 && hosts === 0)) return fault(400, 'One Host header is required', path)
  if (transferEncoding !== null) {
    if (contentLength !== null) return fault(400, 'Content-Length and Transfer-Encoding exclude each other', path)
    if (!http11) return fault(400, 'HTTP/1.0 has no Transfer-Encoding', path)
    if (transferEncoding !== 'chunked') return fault(501, 'Only the transfer coding chunked is implemented', path)
  }
  return { method, path, target, headers, http11, keepAlive, contentLength: contentLength ?? 0, chunked: transferEncoding !== null, expectsContinue }
}

function pathOf(target: string, method: string): string | null {
  let path = target
  if (target.charCodeAt(0) !== 0x2f) {
    if (target === '*' && method === 'OPTIONS') return target
    const absolute = ABSOLUTE_FORM.exec(target)
    if (absolute === null) return null
    path = absolute[1] ?? '/'
  }
  if (path.includes('#')) return null
  const query = path.indexOf('?')
  return query < 0 ? path : path.slice(0, query)
}

function trimBlanks(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value.charCodeAt(start))) start += 1
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}

function fault(status: number, reason: string, path: string | null = null): Fault {
  return { status, reason, path }
}
