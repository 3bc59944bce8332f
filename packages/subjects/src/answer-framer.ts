/** Part of what an HTTP/1.1 server sends: the head of an answer, or bytes of its body and framing. */
export type AnswerPiece =
  /** `interim` for a 1xx, after which the answer proper is still to come. */
  | { readonly kind: 'head'; readonly bytes: Buffer; readonly interim: boolean }
  | { readonly kind: 'body'; readonly bytes: Buffer }

export interface AnswerFramer {
  /** Pieces of a chunk, in order; a head that is not complete yet is held back. Their bytes, joined, are the bytes pushed. */
  push(chunk: Buffer): readonly AnswerPiece[]
  /** Bytes of an incomplete head, when the connection ends in the middle of one. */
  rest(): Buffer
}

type State = 'head' | 'length' | 'chunk-size' | 'chunk-data' | 'trailer' | 'until-close'

const HEAD_LIMIT_BYTES = 256 * 1024

/**
 * Finds where each answer of a connection begins, without changing a byte.
 *
 * What does not read as HTTP/1.1 is passed on until the connection closes.
 *
 * @param events asked for each answer whether it belongs to a HEAD request, told when it is complete
 */
export function answerFramer(events: { readonly isHead: () => boolean; readonly onComplete: () => void }): AnswerFramer {
  let state: State = 'head'
  let held: Buffer = Buffer.alloc(0)
  let remaining = 0
  let line = ''

  function complete(): void {
    state = 'head'
    events.onComplete()
  }

  /** Reads one head; `null` while it is not complete. */
  function readHead(bytes: Buffer): { readonly piece: AnswerPiece; readonly length: number } | null {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) {
      if (bytes.length <= HEAD_LIMIT_BYTES) return null
      state = 'until-close'
      return { piece: { kind: 'body', bytes }, length: bytes.length }
    }
    const text = bytes.toString('latin1', 0, end)
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1])
    const interim = status >= 100 && status < 200 && status !== 101
    const piece: AnswerPiece = { kind: 'head', bytes: bytes.subarray(0, end + 4), interim }
    if (interim) return { piece, length: end + 4 }

    const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(text.replaceAll('\r', ''))?.[1]
    if (Number.isNaN(status) || status === 101) state = 'until-close'
    else if (events.isHead() || status === 204 || status === 304 || (length !== undefined && Number(length) === 0)) complete()
    else if (/^transfer-encoding:.*chunked/im.test(text)) state = 'chunk-size'
    else if (length === undefined) state = 'until-close'
    else {
      state = 'length'
      remaining = Number(length)
    }
    return { piece, length: end + 4 }
  }

  /** Passes over bytes of a body; returns how many belong to this answer. */
  function readBody(bytes: Buffer): number {
    let at = 0
    while (at < bytes.length && state !== 'head') {
      if (state === 'until-close') return bytes.length
      if (state === 'length' || state === 'chunk-data') {
        const taken = Math.min(remaining, bytes.length - at)
        at += taken
        remaining -= taken
        if (remaining > 0) continue
        if (state === 'length') complete()
        else state = 'chunk-size'
        continue
      }
      const newline = bytes.indexOf('\n', at)
      line += bytes.toString('latin1', at, newline < 0 ? bytes.length : newline)
      at = newline < 0 ? bytes.length : newline + 1
      if (newline < 0) continue
      endOfLine(line.trimEnd())
      line = ''
    }
    return at
  }

  function endOfLine(text: string): void {
    if (state === 'trailer') {
      if (text === '') complete()
      return
    }
    const size = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(text)?.[1]
    if (size === undefined) state = 'until-close'
    else if (Number.parseInt(size, 16) === 0) state = 'trailer'
    else {
      state = 'chunk-data'
      // The line end after the data belongs to it.
      remaining = Number.parseInt(size, 16) + 2
    }
  }

  return {
    push(chunk) {
      const pieces: AnswerPiece[] = []
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      held = Buffer.alloc(0)
      while (bytes.length > 0) {
        if (state === 'head') {
          const head = readHead(bytes)
          if (head === null) {
            held = bytes
            break
          }
          pieces.push(head.piece)
          bytes = bytes.subarray(head.length)
        } else {
          const length = readBody(bytes)
          pieces.push({ kind: 'body', bytes: bytes.subarray(0, length) })
          bytes = bytes.subarray(length)
        }
      }
      return pieces
    },
    rest: () => held,
  }
}
