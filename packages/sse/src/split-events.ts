const LF = 10
const CR = 13

/**
 * Cuts a whole stream behind each blank line, into pieces that concatenate to the exact input.
 *
 * A piece is what one write should carry: its lines and its blank line, in whatever line ends the stream
 * uses. Further blank lines stay with the piece before them (leading ones with the first), a comment
 * block is a piece of its own, and bytes that no blank line closes are the last piece.
 *
 * @example splitEvents(Uint8Array.of(58, 10, 10, 58, 13, 10, 13, 10)).map((piece) => piece.length) // [3, 5]
 */
export function splitEvents(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let start = 0
  let lineStart = 0
  let closed = false
  let hasLine = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte !== LF && byte !== CR) {
      if (closed) {
        pieces.push(bytes.subarray(start, lineStart))
        start = lineStart
        closed = false
      }
      hasLine = true
      continue
    }
    const blank = at === lineStart
    if (byte === CR && bytes[at + 1] === LF) at += 1
    lineStart = at + 1
    if (blank && hasLine) {
      closed = true
      hasLine = false
    }
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start))
  return pieces
}
