/** A whole request as it came in. */
export interface Request {
  readonly method: string
  /** Path of the target, undecoded, without query. */
  readonly path: string
  /** The target as sent, with its query. */
  readonly target: string
  /** Names and values alternating, as sent and in order. */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** HTTP/1.1; an HTTP/1.0 answer is closed at its end and never chunked. */
  readonly http11: boolean
  /** The connection may serve another request. */
  readonly keepAlive: boolean
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
