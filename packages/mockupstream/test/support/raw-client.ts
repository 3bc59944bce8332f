import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** A socket that reads eagerly, keeps every read, and takes answers apart by their framing. */
export class RawClient {
  readonly socket: Socket
  /** Sizes of the reads, in order. */
  readonly reads: Buffer[] = []
  ended = false
  #unread: Buffer = Buffer.alloc(0)
  #wake: (() => void) | null = null

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.reads.push(bytes)
      this.#unread = Buffer.concat([this.#unread, bytes])
      this.#wake?.()
    })
    const over = (): void => {
      this.ended = true
      this.#wake?.()
    }
    socket.on('end', over)
    socket.on('error', over)
    socket.on('close', over)
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true }, () => resolve(new RawClient(socket)))
      socket.once('error', reject)
    })
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** The next answer, or `null` when the server ends the connection before a whole one. */
  async answer(): Promise<RawAnswer | null> {
    for (;;) {
      const taken = this.#take()
      if (taken !== null) return taken
      if (this.ended) return null
      await this.#more()
    }
  }

  /** Everything until the server ends the connection. */
  async rest(): Promise<Buffer> {
    while (!this.ended) await this.#more()
    const rest = this.#unread
    this.#unread = Buffer.alloc(0)
    return rest
  }

  close(): void {
    this.socket.destroy()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #take(): RawAnswer | null {
    const headEnd = this.#unread.indexOf('\r\n\r\n')
    if (headEnd < 0) return null
    const [line = '', ...fields] = this.#unread.toString('latin1', 0, headEnd).split('\r\n')
    const headers = new Map(fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]))
    const status = Number(line.split(' ')[1])
    const rest = this.#unread.subarray(headEnd + 4)
    const found = status === 100 ? { body: Buffer.alloc(0), length: 0 } : headers.get('transfer-encoding') === 'chunked' ? dechunk(rest) : byLength(rest, headers.get('content-length'), this.ended)
    if (found === null) return null
    this.#unread = rest.subarray(found.length)
    return { status, headers, body: found.body }
  }
}

function byLength(bytes: Buffer, contentLength: string | undefined, ended: boolean): { body: Buffer; length: number } | null {
  if (contentLength === undefined) return ended ? { body: bytes, length: bytes.length } : null
  const length = Number(contentLength)
  return bytes.length < length ? null : { body: bytes.subarray(0, length), length }
}

function dechunk(bytes: Buffer): { body: Buffer; length: number } | null {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size
    if (bytes.length < end + 2) return null
    parts.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
    if (size === 0) return { body: Buffer.concat(parts), length: at }
  }
}

export function post(body: string, extra = '', path = '/v1/chat/completions'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${extra}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
