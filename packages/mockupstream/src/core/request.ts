import { listFields } from './list-fields.js'
import type { Head } from './parse-head.js'

/** A whole request as it came in. */
export interface Request {
  readonly method: string
  /** Path of the target, undecoded, without query. */
  readonly path: string
  /** The target as sent, with its query. */
  readonly target: string
  /** Names and values alternating, as sent and in order. */
  readonly headers: readonly string[]
  /** Value of the field the server watches, when it was sent. */
  readonly watched: string | undefined
  readonly body: Buffer
  /** HTTP/1.1; an HTTP/1.0 answer is closed at its end and never chunked. */
  readonly http11: boolean
  /** The connection may serve another request. */
  readonly keepAlive: boolean
}

/** A request whose list of headers is made only when somebody asks. */
export class WholeRequest implements Request {
  readonly method: string
  readonly path: string
  readonly target: string
  readonly watched: string | undefined
  readonly body: Buffer
  readonly http11: boolean
  readonly keepAlive: boolean
  readonly #headBytes: Buffer

  constructor(head: Head, headBytes: Buffer, body: Buffer) {
    this.method = head.method
    this.path = head.path
    this.target = head.target
    this.watched = head.watched
    this.http11 = head.http11
    this.keepAlive = head.keepAlive
    this.body = body
    this.#headBytes = headBytes
  }

  get headers(): readonly string[] {
    return listFields(this.#headBytes)
  }
}

/** A request the protocol forbids: answered with this status, then the connection closes. */
export interface Fault {
  readonly status: number
  readonly reason: string
  /** Known when the request line was still readable. */
  readonly path: string | null
}

/** Value of the first header of that lower-case name. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const candidate = headers[at]!
    if (candidate.length === name.length && candidate.toLowerCase() === name) return headers[at + 1]
  }
  return undefined
}
