const LF = 10
const CR = 13
const COLON = 58
const DATA = [100, 97, 116, 97] as const
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const
/** This line can no longer turn out to be a data line. */
const OTHER = -1

export interface BoundaryCounter {
  /** Takes the next bytes, cut anywhere; returns the number of complete events since the last reset. */
  feed(bytes: Uint8Array): number
  /** Complete events so far. */
  readonly events: number
  /** Starts a new stream. */
  reset(): void
}

/**
 * Counts complete events without decoding: for a receive path that only needs to know that another event is there.
 *
 * Agrees with `createParser` on every input: an event ends at its blank line and has at least one
 * data line, so comments, `retry` and nameless pings do not count. Keeps no bytes and allocates nothing.
 *
 * @example createBoundaryCounter().feed(Uint8Array.of(100, 97, 116, 97, 58, 104, 105, 10, 10)) // 1
 */
export function createBoundaryCounter(): BoundaryCounter {
  let events = 0
  let hasData = false
  /** Bytes of `data` matched at the start of this line. */
  let matched = 0
  let lineIsEmpty = true
  let afterCr = false
  let markMatched = 0

  function endLine(): void {
    if (matched === DATA.length) hasData = true
    if (lineIsEmpty && hasData) {
      events += 1
      hasData = false
    }
    matched = 0
    lineIsEmpty = true
    markMatched = BYTE_ORDER_MARK.length
  }

  /** Takes a byte that ends no line. */
  function takeByte(byte: number): void {
    if (markMatched < BYTE_ORDER_MARK.length) {
      if (byte === BYTE_ORDER_MARK[markMatched]) {
        markMatched += 1
        lineIsEmpty = markMatched === BYTE_ORDER_MARK.length
        matched = lineIsEmpty ? 0 : OTHER
        return
      }
      markMatched = BYTE_ORDER_MARK.length
    }
    lineIsEmpty = false
    if (matched === DATA.length) {
      if (byte === COLON) hasData = true
      matched = OTHER
    } else if (matched !== OTHER) matched = byte === DATA[matched] ? matched + 1 : OTHER
  }

  return {
    feed(bytes) {
      let nextCr = bytes.indexOf(CR)
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at]!
        if (byte === LF || byte === CR) {
          if (byte === CR || !afterCr) endLine()
          afterCr = byte === CR
          continue
        }
        afterCr = false
        takeByte(byte)
        if (matched !== OTHER || markMatched < BYTE_ORDER_MARK.length) continue
        // Nothing in the rest of this line matters: jump to its end.
        if (nextCr >= 0 && nextCr <= at) nextCr = bytes.indexOf(CR, at)
        const nextLf = bytes.indexOf(LF, at)
        const lineEnd = nextLf < 0 || (nextCr >= 0 && nextCr < nextLf) ? nextCr : nextLf
        if (lineEnd < 0) break
        at = lineEnd - 1
      }
      return events
    },
    get events() {
      return events
    },
    reset() {
      events = 0
      hasData = false
      matched = 0
      lineIsEmpty = true
      afterCr = false
      markMatched = 0
    },
  }
}
