import { BodyBuffer } from './body-buffer.js'
import { ChunkedBody } from './chunked-body.js'
import { parseHead } from './parse-head.js'
import type { Head } from './parse-head.js'
import { WholeRequest } from './request.js'
import type { Fault, Request } from './request.js'

export interface ParserLimits {
  /** Largest body, after decoding. */
  readonly maxBodyBytes: number
  /** Largest request line and headers together; trailers have the same bound. */
  readonly maxHeadBytes: number
  /** Lower-case name of a field whose value the requests carry as `watched`. */
  readonly watchedField?: string
}

const CR = 13
const LF = 10
const NOTHING = Buffer.alloc(0)
const BARE_LINE_FEED: Fault = { status: 400, reason: 'A line ends in LF without CR', path: null }
/** Two line ends before a request are forgiven, as RFC 9112 section 2.2 asks for one. */
const MAX_LEADING_BYTES = 4

/**
 * Strict HTTP/1.1 request parser: what it lets through, every peer reads the same way.
 *
 * Pull-based: `push` only keeps bytes, so that a caller that is busy with one request reads no further.
 */
export class RequestParser {
  readonly #limits: ParserLimits
  readonly #watched: Buffer | null
  #pending: Buffer = NOTHING
  #head: Head | null = null
  #headBytes: Buffer = NOTHING
  #lastHead: Head | null = null
  #body: BodyBuffer | null = null
  #chunked: ChunkedBody | null = null
  #leadingBytes = 0
  #scannedBytes = 0
  #owesContinue = false
  #dead = false

  constructor(limits: ParserLimits) {
    this.#limits = limits
    this.#watched = limits.watchedField === undefined ? null : Buffer.from(limits.watchedField, 'latin1')
  }

  get bufferedBytes(): number {
    return this.#pending.length
  }

  /** Part of a request is there and the rest is not. */
  get midRequest(): boolean {
    return !this.#dead && (this.#head !== null || this.#pending.length > 0)
  }

  push(bytes: Buffer): void {
    if (this.#dead) return
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
  }

  /** The next whole request, a fault, which is final, or `null` until more bytes are pushed. */
  next(): Request | Fault | null {
    if (this.#dead) return null
    const outcome = this.#head === null ? this.#takeHead() : null
    const result = outcome ?? (this.#head === null ? null : this.#takeBody(this.#head))
    if (result !== null && 'status' in result) {
      this.#dead = true
      this.#pending = NOTHING
    }
    return result
  }

  /** Whether the client waits for `100 Continue`; true once per request. */
  takeContinue(): boolean {
    const owes = this.#owesContinue
    this.#owesContinue = false
    return owes
  }

  #takeHead(): Fault | null {
    this.#skipLeadingLineEnds()
    const bytes = this.#pending
    if (bytes.length === 0) return null
    const first = bytes[0]!
    if (first < 0x41 || first > 0x5a) {
      // A CR whose LF is still on its way.
      if (first === CR && bytes.length === 1 && this.#leadingBytes < MAX_LEADING_BYTES) return null
      return { status: 400, reason: 'This is not the start of an HTTP request', path: null }
    }
    const end = bytes.indexOf('\r\n\r\n', Math.max(0, this.#scannedBytes - 3), 'latin1')
    const { maxHeadBytes, maxBodyBytes } = this.#limits
    if ((end < 0 ? bytes.length : end) > maxHeadBytes) return { status: 431, reason: `The request line and headers are larger than ${maxHeadBytes} bytes`, path: null }
    if (end < 0) {
      if (hasBareLineFeed(bytes, this.#scannedBytes)) return BARE_LINE_FEED
      this.#scannedBytes = bytes.length
      return null
    }
    this.#scannedBytes = 0
    this.#leadingBytes = 0
    const headBytes = bytes.subarray(0, end)
    // A client tends to send the same head again: what is equal byte by byte means the same.
    const head = this.#lastHead !== null && headBytes.equals(this.#headBytes) ? this.#lastHead : parseHead(headBytes, this.#watched)
    this.#headBytes = headBytes
    // The same answer as when the line end had come alone.
    if ('status' in head) return hasBareLineFeed(headBytes, 0) ? BARE_LINE_FEED : head
    this.#lastHead = head
    this.#pending = bytes.subarray(end + 4)
    if (head.contentLength > maxBodyBytes) return { status: 413, reason: `The body is larger than ${maxBodyBytes} bytes`, path: head.path }
    this.#head = head
    if (head.chunked) this.#chunked = new ChunkedBody(maxBodyBytes, maxHeadBytes)
    this.#owesContinue = head.expectsContinue && (head.chunked || head.contentLength > 0) && this.#pending.length === 0
    return null
  }

  #takeBody(head: Head): Request | Fault | null {
    if (this.#chunked !== null) return this.#takeChunkedBody(head, this.#chunked)
    const bytes = this.#pending
    const had = this.#body?.length ?? 0
    const needed = head.contentLength - had
    if (bytes.length < needed) {
      if (bytes.length > 0) {
        this.#body ??= new BodyBuffer(head.contentLength)
        this.#body.append(bytes)
        this.#pending = NOTHING
      }
      return null
    }
    const part = bytes.subarray(0, needed)
    this.#body?.append(part)
    const body = this.#body?.take() ?? part
    this.#pending = bytes.length === needed ? NOTHING : bytes.subarray(needed)
    return this.#complete(head, body)
  }

  #takeChunkedBody(head: Head, chunked: ChunkedBody): Request | Fault | null {
    const taken = chunked.consume(this.#pending)
    this.#pending = taken === this.#pending.length ? NOTHING : this.#pending.subarray(taken)
    if (chunked.fault !== null) return { ...chunked.fault, path: head.path }
    return chunked.done ? this.#complete(head, chunked.take()) : null
  }

  #complete(head: Head, body: Buffer): Request {
    this.#head = null
    this.#body = null
    this.#chunked = null
    this.#owesContinue = false
    return new WholeRequest(head, this.#headBytes, body)
  }

  #skipLeadingLineEnds(): void {
    const bytes = this.#pending
    let at = 0
    while (bytes[at] === CR && bytes[at + 1] === LF && this.#leadingBytes < MAX_LEADING_BYTES) {
      at += 2
      this.#leadingBytes += 2
    }
    if (at > 0) this.#pending = bytes.subarray(at)
  }
}

function hasBareLineFeed(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) if (at === 0 || bytes[at - 1] !== CR) return true
  return false
}
