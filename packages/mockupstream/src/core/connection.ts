import type { Socket } from 'node:net'
import type { Counters } from './counters.js'
import { RequestParser } from './request-parser.js'
import type { ParserLimits } from './request-parser.js'
import type { Fault, Request } from './request.js'

export interface ConnectionLimits extends ParserLimits {
  /** From the first byte of a request to its last, and for a client to read what it was sent. */
  readonly requestTimeoutMs: number
}

/** One request and the means to answer it; valid until `end`. Writing after the client left does nothing. */
export interface Exchange {
  readonly request: Request
  /** One call is one socket write: one segment, while the client keeps up. */
  write(bytes: Buffer): void
  /** The answer is complete: the connection goes on, or closes when the request said so. */
  end(): void
  /** Breaks the answer off: the end of the stream, or a reset. */
  abort(how: 'fin' | 'rst'): void
  /** Called when the client leaves before `end`. */
  onAbort: (() => void) | null
  /** The answer waits for something: a client that ends its sending side has gone, instead of just having said all. */
  waits: boolean
  /** Close behind this answer although the request allows another. */
  closeAfter: boolean
  /** Close when the connection stays idle this long behind this answer. */
  idleCloseMs: number | null
}

export type Handler = (exchange: Exchange) => void
export type FaultAnswer = (fault: Fault) => Buffer

const CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n', 'latin1')
/** Unread answer bytes above which no further request of this connection is served. */
const MAX_UNREAD_BYTES = 1 << 20
/** Unparsed request bytes above which reading stops while an answer is under way. */
const MAX_AHEAD_BYTES = 1 << 18
/** After a refusal the rest of the request is read and dropped within these bounds, so that the client sees the answer and no reset. */
const LINGER_BYTES = 1 << 24
const LINGER_MS = 2000
/** Before a reset, for the client to read what was written: a libuv client that finds bytes and a reset at once reports an ordinary end. */
const RESET_DELAY_MS = 20

/** Serves the requests of one socket, one at a time and in order. */
export class Connection implements Exchange {
  request!: Request
  onAbort: (() => void) | null = null
  waits = false
  closeAfter = false
  idleCloseMs: number | null = null
  readonly #socket: Socket
  readonly #parser: RequestParser
  readonly #handler: Handler
  readonly #faultAnswer: FaultAnswer
  readonly #limits: ConnectionLimits
  readonly #counters: Counters
  readonly #reset: (socket: Socket) => void
  #busy = false
  #advancing = false
  #ended = false
  #closing = false
  #lingeredBytes = -1
  #timer: NodeJS.Timeout | null = null

  constructor(socket: Socket, handler: Handler, faultAnswer: FaultAnswer, limits: ConnectionLimits, counters: Counters, reset: (socket: Socket) => void = (connected) => void connected.resetAndDestroy()) {
    this.#socket = socket
    this.#parser = new RequestParser(limits)
    this.#handler = handler
    this.#faultAnswer = faultAnswer
    this.#limits = limits
    this.#counters = counters
    this.#reset = reset
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('drain', () => this.#advance())
    socket.on('end', () => this.#halfClosed())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#closed())
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  end(): void {
    if (!this.#busy) return
    this.#busy = false
    this.onAbort = null
    if (this.#closing) this.#socket.destroySoon()
    else if (!this.request.keepAlive || this.closeAfter || (this.#ended && !this.#parser.midRequest)) this.#finish()
    else if (!this.#advancing) this.#advance()
  }

  abort(how: 'fin' | 'rst'): void {
    if (!this.#busy) return
    this.#busy = false
    this.onAbort = null
    if (how === 'fin') return this.#finish()
    this.#lingeredBytes = 0
    this.#clearTimer()
    this.#timer = setTimeout(() => setImmediate(() => this.#reset(this.#socket)), RESET_DELAY_MS)
  }

  /** Closes when idle, or behind the answer that is under way. */
  closeGracefully(): void {
    this.#closing = true
    if (!this.#busy) this.#socket.destroySoon()
  }

  #receive(bytes: Buffer): void {
    if (this.#lingeredBytes >= 0) {
      this.#lingeredBytes += bytes.length
      if (this.#lingeredBytes > LINGER_BYTES) this.#socket.destroy()
      return
    }
    // An idle connection that is to close is idle no longer.
    if (this.idleCloseMs !== null && !this.#busy) {
      this.idleCloseMs = null
      this.#clearTimer()
    }
    this.#parser.push(bytes)
    this.#advance()
    if (this.#parser.bufferedBytes > MAX_AHEAD_BYTES && (this.#busy || this.#socket.writableLength > MAX_UNREAD_BYTES)) this.#socket.pause()
  }

  #advance(): void {
    if (this.#busy || this.#advancing || this.#lingeredBytes >= 0) return
    this.#advancing = true
    while (!this.#busy && this.#lingeredBytes < 0 && !this.#socket.destroyed && this.#socket.writableLength <= MAX_UNREAD_BYTES) {
      const next = this.#parser.next()
      if (next === null) break
      if ('status' in next) {
        this.#counters.malformed += 1
        this.#refuse(next)
        break
      }
      this.#clearTimer()
      this.#busy = true
      this.request = next
      this.waits = false
      this.closeAfter = false
      this.idleCloseMs = null
      this.#handler(this)
    }
    this.#advancing = false
    if (this.#lingeredBytes >= 0 || this.#socket.destroyed) return
    if (!this.#busy && this.#parser.takeContinue()) this.#socket.write(CONTINUE)
    if (!this.#busy && this.#ended && this.#parser.midRequest && this.#socket.writableLength <= MAX_UNREAD_BYTES) this.#socket.destroy()
    else this.#watch()
    if (this.#socket.isPaused() && !this.#busy && this.#socket.writableLength <= MAX_UNREAD_BYTES) this.#socket.resume()
  }

  /** Runs a timer while, and only while, the client owes us bytes or reading. */
  #watch(): void {
    const owes = !this.#busy && (this.#parser.midRequest || this.#socket.writableLength > 0)
    if (!owes) {
      this.#clearTimer()
      if (!this.#busy && this.idleCloseMs !== null) this.#timer = setTimeout(() => this.#finish(), this.idleCloseMs)
    } else this.#timer ??= setTimeout(() => this.#timeOut(), this.#limits.requestTimeoutMs)
  }

  #timeOut(): void {
    this.#timer = null
    this.#counters.timedOut += 1
    if (this.#socket.writableLength > 0) this.#socket.destroy()
    else this.#refuse({ status: 408, reason: `The request did not arrive within ${this.#limits.requestTimeoutMs} ms`, path: null })
  }

  #refuse(fault: Fault): void {
    this.#lingeredBytes = 0
    this.#socket.end(this.#faultAnswer(fault))
    this.#setCloseTimer(LINGER_MS)
    this.#socket.resume()
  }

  /** Ends our side; what the client still sends is dropped, within bounds. */
  #finish(): void {
    this.#lingeredBytes = 0
    this.#socket.end()
    if (this.#ended && this.#socket.writableLength === 0) return
    this.#setCloseTimer(this.#socket.writableLength > 0 ? this.#limits.requestTimeoutMs : LINGER_MS)
    this.#socket.resume()
  }

  #setCloseTimer(delayMs: number): void {
    this.#clearTimer()
    this.#timer = setTimeout(() => this.#socket.destroy(), delayMs)
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #halfClosed(): void {
    this.#ended = true
    if (this.#busy && this.waits) this.#socket.destroy()
    if (this.#busy || this.#lingeredBytes >= 0) return
    if (!this.#parser.midRequest) this.#finish()
    else this.#advance()
  }

  #closed(): void {
    this.#clearTimer()
    if (!this.#busy && (this.#lingeredBytes >= 0 || !this.#parser.midRequest)) return
    this.#busy = false
    this.#lingeredBytes = 0
    this.#counters.aborted += 1
    const aborted = this.onAbort
    this.onAbort = null
    aborted?.()
  }
}
