import { BodyBuffer } from './body-buffer.js'
import { areFieldLines } from './are-field-lines.js'

export const MAX_CHUNK_LINE_BYTES = 256
/** Over all chunks of a body: extensions carry nothing here, so many of them are an attack. */
export const MAX_EXTENSION_BYTES = 16_384

/** Size, then extensions as RFC 9112 section 7.1.1 has them, without the blanks it forbids to send. */
const CHUNK_LINE = /^([0-9A-Fa-f]{1,8})((?:;[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:=(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+|"(?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"))?)*)$/
const CR = 13
const LF = 10

/** Decodes a chunked body, its extensions and trailers checked and dropped. */
export class ChunkedBody {
  readonly #maxBodyBytes: number
  readonly #maxTrailerBytes: number
  readonly #body = new BodyBuffer()
  #state: 'size' | 'data' | 'data-end' | 'trailers' | 'done' = 'size'
  #neededBytes = 0
  #extensionBytes = 0
  fault: { readonly status: number; readonly reason: string } | null = null

  constructor(maxBodyBytes: number, maxTrailerBytes: number) {
    this.#maxBodyBytes = maxBodyBytes
    this.#maxTrailerBytes = maxTrailerBytes
  }

  get done(): boolean {
    return this.#state === 'done'
  }

  take(): Buffer {
    return this.#body.take()
  }

  /** Takes what it can of the bytes and returns how many; stops for more bytes, at the end, or with `fault` set. */
  consume(bytes: Buffer): number {
    let at = 0
    while (this.#state !== 'done' && this.fault === null) {
      const taken = this.#step(bytes, at)
      if (taken === null) break
      at += taken
    }
    return at
  }

  #step(bytes: Buffer, at: number): number | null {
    switch (this.#state) {
      case 'size':
        return this.#takeSizeLine(bytes, at)
      case 'data': {
        const length = Math.min(this.#neededBytes, bytes.length - at)
        if (length === 0) return null
        this.#body.append(bytes.subarray(at, at + length))
        this.#neededBytes -= length
        if (this.#neededBytes === 0) this.#state = 'data-end'
        return length
      }
      case 'data-end':
        if (bytes.length > at && bytes[at] !== CR) return this.#refuse(400, 'A chunk is longer than its size says')
        if (bytes.length < at + 2) return null
        if (bytes[at + 1] !== LF) return this.#refuse(400, 'A chunk does not end in CRLF')
        this.#state = 'size'
        return 2
      case 'trailers':
        return this.#takeTrailers(bytes, at)
      case 'done':
        return null
    }
  }

  #takeSizeLine(bytes: Buffer, at: number): number | null {
    const lf = bytes.indexOf(LF, at)
    const end = lf < 0 ? bytes.length : lf
    if (end - at > MAX_CHUNK_LINE_BYTES) return this.#refuse(400, `A chunk size line is longer than ${MAX_CHUNK_LINE_BYTES} bytes`)
    if (lf < 0) return null
    const parts = lf > at && bytes[lf - 1] === CR ? CHUNK_LINE.exec(bytes.toString('latin1', at, lf - 1)) : null
    if (parts === null) return this.#refuse(400, 'A chunk size line is not valid')
    this.#extensionBytes += parts[2]!.length
    if (this.#extensionBytes > MAX_EXTENSION_BYTES) return this.#refuse(413, `Chunk extensions are longer than ${MAX_EXTENSION_BYTES} bytes`)
    this.#neededBytes = Number.parseInt(parts[1]!, 16)
    if (this.#body.length + this.#neededBytes > this.#maxBodyBytes) return this.#refuse(413, `The body is larger than ${this.#maxBodyBytes} bytes`)
    this.#state = this.#neededBytes === 0 ? 'trailers' : 'data'
    return lf + 1 - at
  }

  #takeTrailers(bytes: Buffer, at: number): number | null {
    if (bytes.length < at + 2) return null
    if (bytes[at] === CR && bytes[at + 1] === LF) {
      this.#state = 'done'
      return 2
    }
    const end = bytes.indexOf('\r\n\r\n', at, 'latin1')
    if ((end < 0 ? bytes.length : end) - at > this.#maxTrailerBytes) return this.#refuse(431, `Trailers are longer than ${this.#maxTrailerBytes} bytes`)
    if (end < 0) return null
    if (!areFieldLines(bytes.toString('latin1', at, end))) return this.#refuse(400, 'A trailer line is not valid')
    this.#state = 'done'
    return end + 4 - at
  }

  #refuse(status: number, reason: string): null {
    this.fault = { status, reason }
    return null
  }
}
