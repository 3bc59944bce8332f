import { BYTE_CLASS, FIELD_VALUE, HOST, TARGET, TOKEN } from './byte-class.js'
import type { Fault } from './request.js'

/** Request line and header fields, validated, and what they say about the body. */
export interface Head {
  readonly method: string
  readonly path: string
  readonly target: string
  readonly http11: boolean
  readonly keepAlive: boolean
  readonly contentLength: number
  readonly chunked: boolean
  readonly expectsContinue: boolean
  /** Value of the watched field, when it was sent. */
  readonly watched: string | undefined
}

export const MAX_TARGET_BYTES = 8192
export const MAX_HEADER_FIELDS = 200

const METHODS = new Set(['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'])
const ABSOLUTE_FORM = /^https?:\/\/[A-Za-z0-9.\-_~[\]:%]+(\/[^#]*)?$/i
const VERSION = /^HTTP\/\d\.\d$/
const SPACE = 0x20
const TAB = 0x09
const CR = 0x0d
const LF = 0x0a
const COLON = 0x3a
const ZERO = 0x30

const lower = (name: string): Uint8Array => Buffer.from(name, 'latin1')
const HOST_NAME = lower('host')
const EXPECT = lower('expect')
const CONNECTION = lower('connection')
const CONTENT_LENGTH = lower('content-length')
const TRANSFER_ENCODING = lower('transfer-encoding')

/**
 * Parses everything before the empty line, given without its last CRLF.
 *
 * One pass over the bytes that makes no string of what nobody asks for: an upstream that has been idle for
 * milliseconds runs out of cold caches, and each step less shows.
 *
 * @param watched bytes of a lower-case field name whose first value is kept
 */
export function parseHead(bytes: Buffer, watched: Uint8Array | null = null): Head | Fault {
  const end = bytes.length
  let at = 0
  while (at < end && bytes[at]! >= 0x41 && bytes[at]! <= 0x5a) at += 1
  const methodEnd = at
  if (methodEnd === 0 || bytes[at] !== SPACE) return fault(400, 'The request line is not valid')
  at += 1
  const targetStart = at
  while (at < end && (BYTE_CLASS[bytes[at]!]! & TARGET) !== 0) at += 1
  const targetEnd = at
  if (targetEnd === targetStart || bytes[at] !== SPACE) return fault(400, 'The request line is not valid')
  const versionEnd = at + 9
  const version = bytes.toString('latin1', at + 1, versionEnd)
  if (!VERSION.test(version) || (versionEnd !== end && (bytes[versionEnd] !== CR || bytes[versionEnd + 1] !== LF))) return fault(400, 'The request line is not valid')
  const method = bytes.toString('latin1', 0, methodEnd)
  const http11 = version === 'HTTP/1.1'
  if (!http11 && version !== 'HTTP/1.0') return method === 'PRI' ? fault(400, 'HTTP/2 is not spoken here') : fault(505, 'Only HTTP/1.1 and HTTP/1.0 are spoken')
  if (!METHODS.has(method)) return fault(501, 'The method is not implemented')
  if (targetEnd - targetStart > MAX_TARGET_BYTES) return fault(414, `The target is longer than ${MAX_TARGET_BYTES} bytes`)
  const target = bytes.toString('latin1', targetStart, targetEnd)
  const path = pathOf(target, method)
  if (path === null) return fault(400, 'The target is not valid')

  let fields = 0
  let hosts = 0
  let contentLength = -1
  let transferEncoding: string | null = null
  let keepAlive = http11
  let expectsContinue = false
  let watchedValue: string | undefined
  at = versionEnd + 2
  while (at < end) {
    const nameStart = at
    while (at < end && (BYTE_CLASS[bytes[at]!]! & TOKEN) !== 0) at += 1
    const nameEnd = at
    if (nameEnd === nameStart || bytes[at] !== COLON) return fault(400, 'A header line is not valid', path)
    at += 1
    const lineStart = at
    while (at < end && (BYTE_CLASS[bytes[at]!]! & FIELD_VALUE) !== 0) at += 1
    let valueEnd = at
    if (at < end && (bytes[at] !== CR || bytes[at + 1] !== LF || at + 1 >= end)) return fault(400, 'A header line is not valid', path)
    at += 2
    if (fields === MAX_HEADER_FIELDS) return fault(431, `There are more than ${MAX_HEADER_FIELDS} header fields`, path)
    fields += 1
    let valueStart = lineStart
    while (valueStart < valueEnd && isBlank(bytes[valueStart]!)) valueStart += 1
    while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1]!)) valueEnd -= 1

    // By length first: most names are none of these.
    const nameLength = nameEnd - nameStart
    if (nameLength === 4 && isName(bytes, nameStart, HOST_NAME)) {
      hosts += 1
      for (let part = valueStart; part < valueEnd; part += 1) if ((BYTE_CLASS[bytes[part]!]! & HOST) === 0) return fault(400, 'The Host header is not valid', path)
    } else if (nameLength === 6 && isName(bytes, nameStart, EXPECT)) {
      if (bytes.toString('latin1', valueStart, valueEnd).toLowerCase() !== '100-continue') return fault(417, 'Only the expectation 100-continue is met', path)
      expectsContinue = http11
    } else if (nameLength === 10 && isName(bytes, nameStart, CONNECTION)) {
      if (bytes.toString('latin1', valueStart, valueEnd).toLowerCase().split(',').some((option) => option.trim() === 'close')) keepAlive = false
    } else if (nameLength === 14 && isName(bytes, nameStart, CONTENT_LENGTH)) {
      if (contentLength >= 0) return fault(400, 'Content-Length is not one whole number', path)
      contentLength = wholeNumber(bytes, valueStart, valueEnd)
      if (contentLength < 0) return fault(400, 'Content-Length is not one whole number', path)
    } else if (nameLength === 17 && isName(bytes, nameStart, TRANSFER_ENCODING)) {
      if (transferEncoding !== null) return fault(400, 'Transfer-Encoding is given twice', path)
      transferEncoding = bytes.toString('latin1', valueStart, valueEnd).toLowerCase()
    } else if (watched !== null && watchedValue === undefined && nameLength === watched.length && isName(bytes, nameStart, watched)) {
      watchedValue = bytes.toString('latin1', valueStart, valueEnd)
    }
  }
  if (hosts > 1 || (http11 && hosts === 0)) return fault(400, 'One Host header is required', path)
  if (transferEncoding !== null) {
    if (contentLength >= 0) return fault(400, 'Content-Length and Transfer-Encoding exclude each other', path)
    if (!http11) return fault(400, 'HTTP/1.0 has no Transfer-Encoding', path)
    if (transferEncoding !== 'chunked') return fault(501, 'Only the transfer coding chunked is implemented', path)
  }
  return { method, path, target, http11, keepAlive, contentLength: Math.max(0, contentLength), chunked: transferEncoding !== null, expectsContinue, watched: watchedValue }
}

function isName(bytes: Buffer, start: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const byte = bytes[start + index]!
    if ((byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== name[index]) return false
  }
  return true
}

/** Up to 15 digits, which a number holds exactly; -1 for anything else. */
function wholeNumber(bytes: Buffer, start: number, end: number): number {
  if (end === start || end - start > 15) return -1
  let value = 0
  for (let at = start; at < end; at += 1) {
    const digit = bytes[at]! - ZERO
    if (digit < 0 || digit > 9) return -1
    value = 10 * value + digit
  }
  return value
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

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB
}

function fault(status: number, reason: string, path: string | null = null): Fault {
  return { status, reason, path }
}
