import { decodeUtf8 } from './decode-utf8.js'
import { badLimit, eventTooLarge } from './errors.js'
import { createLineReader } from './line-reader.js'

/** One dispatched event. */
export interface SseEvent {
  /** The `event` field, or `message` when the stream names none. */
  readonly type: string
  /** The data lines joined by a line feed. May be empty: a `data` line without a value counts. */
  readonly data: string
  /** The last `id` the stream gave, in this event or before it; empty when it gave none. */
  readonly lastEventId: string
}

export interface ParserOptions {
  readonly onEvent: (event: SseEvent) => void
  /** Text after the colon of a comment line. */
  readonly onComment?: (text: string) => void
  /** A `retry` field that is digits only. */
  readonly onRetry?: (reconnectionTimeMs: number) => void
  /** Bound on the bytes held for one unfinished event. Default 64 MiB. */
  readonly maxEventBytes?: number
}

export interface SseParser {
  /** Takes the next bytes, cut anywhere, and dispatches every event they complete. */
  feed(bytes: Uint8Array): void
  /** Ends the stream: what no blank line closed is discarded, and `true` says there was something. */
  end(): boolean
}

const DIGITS = /^[0-9]+$/

/**
 * Event-stream parser by the WHATWG rules, on bytes in any split.
 *
 * LF, CRLF and CR end a line, one leading byte order mark is skipped, comments are no events, and an
 * event is dispatched when its blank line arrives, never at the end of the stream.
 *
 * @throws {SseInputError} `LAT_SSE_EVENT_TOO_LARGE` from `feed`; `LAT_SSE_BAD_LIMIT` at once
 * @example
 * const seen: string[] = []
 * createParser({ onEvent: (event) => seen.push(event.data) }).feed(Uint8Array.of(100, 97, 116, 97, 58, 104, 105, 10, 10))
 * seen // ['hi']
 */
export function createParser(options: ParserOptions): SseParser {
  const { onEvent, onComment, onRetry, maxEventBytes = 64 * 1024 * 1024 } = options
  if (!Number.isSafeInteger(maxEventBytes) || maxEventBytes < 1) throw badLimit(maxEventBytes)

  let type = ''
  let data: string[] = []
  let lastEventId = ''
  let heldBytes = 0

  const lines = createLineReader((line) => {
    if (line.length === 0) {
      const event = { type: type === '' ? 'message' : type, data: data.join('\n'), lastEventId }
      const dispatched = data.length > 0
      type = ''
      data = []
      heldBytes = 0
      if (dispatched) onEvent(event)
      return
    }
    heldBytes += line.length
    if (heldBytes > maxEventBytes) throw eventTooLarge(maxEventBytes)
    takeField(decodeUtf8(line))
  })

  function takeField(text: string): void {
    const colon = text.indexOf(':')
    const name = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(text.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') type = value
    else if (name === 'id' && !value.includes('\0')) lastEventId = value
    else if (name === 'retry' && DIGITS.test(value)) onRetry?.(Number(value))
    else if (name === '' && colon === 0) onComment?.(text.slice(1))
  }

  return {
    feed(bytes) {
      lines.feed(bytes)
      if (heldBytes + lines.pendingBytes() > maxEventBytes) throw eventTooLarge(maxEventBytes)
    },
    end() {
      return lines.pendingBytes() > 0 || heldBytes > 0
    },
  }
}
