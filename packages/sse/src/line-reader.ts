const LF = 10
const CR = 13
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const

export interface LineReader {
  feed(bytes: Uint8Array): void
  /** Bytes of the line that has not ended yet. */
  pendingBytes(): number
}

/** Cuts bytes into lines at LF, CRLF or CR, whatever the split; a CR ends its line without waiting for an LF. */
export function createLineReader(onLine: (line: Uint8Array) => void): LineReader {
  let parts: Uint8Array[] = []
  let pending = 0
  let afterCr = false
  let firstLine = true

  function endLine(tail: Uint8Array): void {
    let line = tail
    if (pending > 0) {
      line = join([...parts, tail], pending + tail.length)
      parts = []
      pending = 0
    }
    if (firstLine) {
      firstLine = false
      if (BYTE_ORDER_MARK.every((byte, index) => line[index] === byte)) line = line.subarray(BYTE_ORDER_MARK.length)
    }
    onLine(line)
  }

  return {
    feed(bytes) {
      let at = 0
      if (afterCr && bytes.length > 0) {
        afterCr = false
        if (bytes[0] === LF) at = 1
      }
      let cr = bytes.indexOf(CR, at)
      let lf = bytes.indexOf(LF, at)
      while (cr >= 0 || lf >= 0) {
        const end = lf < 0 || (cr >= 0 && cr < lf) ? cr : lf
        const line = bytes.subarray(at, end)
        at = end + 1
        if (end === cr) {
          if (at === bytes.length) afterCr = true
          else if (bytes[at] === LF) at += 1
        }
        endLine(line)
        if (cr >= 0 && cr < at) cr = bytes.indexOf(CR, at)
        if (lf >= 0 && lf < at) lf = bytes.indexOf(LF, at)
      }
      if (at < bytes.length) {
        // Copied: a reader may hand in a buffer that it fills again.
        parts.push(bytes.slice(at))
        pending += bytes.length - at
      }
    },
    pendingBytes: () => pending,
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
