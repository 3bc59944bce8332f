const lf = 10
const cr = 13
const nothingHeld: Buffer = Buffer.alloc(0)

export interface EventSplitter {
  /** Complete events that end in `chunk`, each with its blank line; together with `rest` they are the bytes pushed. */
  push(chunk: Buffer): readonly Buffer[]
  /** Bytes after the last blank line. */
  rest(): Buffer
}

/**
 * Cuts the bytes of an event stream after each blank line, as they arrive.
 *
 * A line ends in LF, CRLF or CR. A CR at the end of a chunk ends its event at once: a LF in the next chunk
 * opens the next piece, because waiting for it could hold an event back until the upstream speaks again.
 */
export function createEventSplitter(): EventSplitter {
  let held: Buffer = nothingHeld
  let lineIsEmpty = false
  let afterCr = false

  return {
    push(chunk) {
      const events: Buffer[] = []
      let start = 0
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index]
        const closesCrLf = byte === lf && afterCr
        afterCr = byte === cr
        if (closesCrLf) continue
        if (byte !== lf && byte !== cr) {
          lineIsEmpty = false
          continue
        }
        if (lineIsEmpty) {
          if (byte === cr && chunk[index + 1] === lf) {
            index += 1
            afterCr = false
          }
          const piece = chunk.subarray(start, index + 1)
          events.push(held.length === 0 ? piece : Buffer.concat([held, piece]))
          held = nothingHeld
          start = index + 1
          lineIsEmpty = false
        } else {
          lineIsEmpty = true
        }
      }
      if (start < chunk.length) held = held.length === 0 ? chunk.subarray(start) : Buffer.concat([held, chunk.subarray(start)])
      return events
    },
    rest: () => held,
  }
}
