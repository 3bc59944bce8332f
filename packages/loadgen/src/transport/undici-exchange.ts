import { createBoundaryCounter } from '@lat/sse'
import type { Dispatcher } from 'undici'
import { BodyWatch } from '../answer/body-watch.js'
import type { VerifiedBody } from '../answer/body-watch.js'
import { logChunk } from '../chunk-log.js'
import { classifyError } from '../classify-error.js'
import { ABANDONED, FAILED, OK } from '../columns.js'
import type { Columns } from '../columns.js'
import { failureCode } from '../failures.js'
import type { ThreadClock } from '../thread-clock.js'
import { scanHeaders } from './scan-headers.js'
import type { AnswerHeaders } from './scan-headers.js'
import type { ExchangeSink, WireTarget } from './transport.js'
import type { UndiciLink } from './undici-link.js'

const NONE = 0
const TIMEOUT = failureCode('timeout')
const STATUS = failureCode('status')
const REDIRECT = failureCode('redirect')
const ENCODING_MISMATCH = failureCode('encoding-mismatch')
const NOT_A_STREAM = failureCode('not-a-stream')
const EXCESS_BYTES = failureCode('excess-bytes')
const STOPPED = new Error('request given up by the generator')
/** A stream that ends this long after its last byte was held open by the other side. */
const HELD_OPEN_NS = 100e6

/**
 * The requests of one slot, one after the other: undici's handler, reused, so that a request allocates
 * nothing here. Callbacks only set marks and must not throw, because a throw costs the connection.
 */
export class UndiciExchange {
  row = -1
  private link!: UndiciLink
  private abort: (() => void) | null = null
  private scheduledNs = 0
  private giveUp = NONE
  private connected = false
  private reconnected = false
  private idleNs = 0
  private interim = false
  private status = 0
  private failure = NONE
  private lastDataNs = 0
  private readonly events = createBoundaryCounter()
  private eventCount = 0
  private readonly body = new BodyWatch()
  private readonly headers: AnswerHeaders = { plantedNs: NaN, encoded: false, stream: false }
  private readonly columns: Columns
  private readonly clock: ThreadClock
  private readonly handler: Dispatcher.DispatchHandler

  constructor(
    private readonly slot: number,
    private readonly sink: ExchangeSink,
  ) {
    this.columns = sink.columns
    this.clock = sink.clock
    // undici 7 calls `onRequestSent` on this kind of handler, but does not declare it.
    this.handler = this
  }

  send(row: number, link: UndiciLink, options: Dispatcher.DispatchOptions, known: VerifiedBody, nowNs: number): void {
    const scheduledNs = this.columns.scheduledNs[row]!
    this.row = row
    this.link = link
    this.abort = null
    this.scheduledNs = scheduledNs
    this.giveUp = NONE
    this.connected = false
    this.reconnected = false
    this.interim = false
    this.status = 0
    this.failure = NONE
    this.lastDataNs = 0
    this.idleNs = nowNs - link.lastUsedNs
    this.headers.plantedNs = NaN
    this.headers.encoded = false
    this.headers.stream = false
    this.eventCount = 0
    if (link.target.expect === 'sse') this.events.reset()
    this.body.start(link.target.expect, known)
    this.columns.dispatchedNs[row] = nowNs > scheduledNs ? nowNs - scheduledNs : 0
    link.client.dispatch(options, this.handler)
  }

  onConnect(abort: () => void): void {
    this.abort = abort
    if (this.giveUp !== NONE) return abort()
    this.connected = true
    this.reconnected = this.link.attempts !== this.link.attemptsSeen
    this.link.attemptsSeen = this.link.attempts
    this.columns.connectedNs[this.row] = this.clock.now() - this.scheduledNs
  }

  onRequestSent(): void {
    if (this.row >= 0) this.columns.writtenNs[this.row] = this.clock.now() - this.scheduledNs
  }

  onResponseStarted(): void {
    const row = this.row
    if (row >= 0 && Number.isNaN(this.columns.firstByteNs[row])) this.columns.firstByteNs[row] = this.clock.now() - this.scheduledNs
  }

  onHeaders(status: number, raw: readonly Buffer[]): boolean {
    if (this.row < 0) return true
    if (status < 200) return this.onInterim()
    this.status = status
    scanHeaders(raw, this.headers)
    if (status > 299) this.failure = status < 400 ? REDIRECT : STATUS
    else if (this.headers.encoded) this.failure = ENCODING_MISMATCH
    else if (this.link.target.expect === 'sse' && !this.headers.stream) this.failure = NOT_A_STREAM
    return true
  }

  onData(chunk: Buffer): boolean {
    if (this.failure !== NONE || this.row < 0) return true
    const expect = this.link.target.expect
    if (expect === 'any') return true
    if (expect === 'sse') {
      this.lastDataNs = this.clock.now()
      if (this.eventCount < 2 || this.columns.chunks !== null) this.countEvents(chunk)
    }
    this.body.take(chunk)
    return true
  }

  onComplete(): void {
    const row = this.row
    if (row < 0) return
    const endNs = this.clock.now()
    const streamed = this.lastDataNs !== 0
    // A stream is over for its reader with its last byte, even if the connection is held open after it.
    this.columns.lastByteNs[row] = (streamed ? this.lastDataNs : endNs) - this.scheduledNs
    if (this.failure !== NONE) return this.finish(FAILED, this.failure)
    const { failure, label } = this.body.verdict()
    if (label !== null) this.sink.label(label)
    if (failure !== 'none') return this.finish(FAILED, failureCode(failure))
    if (streamed && endNs - this.lastDataNs > HELD_OPEN_NS) this.sink.label('held-open')
    this.finish(OK, NONE)
  }

  onError(error: Error & { code?: string }): void {
    const row = this.row
    if (row < 0) return
    if (this.giveUp !== NONE) return this.finish(FAILED, this.giveUp)
    const answerStarted = this.interim || !Number.isNaN(this.columns.firstByteNs[row])
    const failure = classifyError(error, {
      connected: this.connected,
      answerStarted,
      headersSeen: this.status !== 0,
      idleNs: this.reconnected ? null : this.idleNs,
    })
    this.finish(FAILED, failureCode(failure))
  }

  /** The deadline of the request has passed. */
  expire(): void {
    if (this.row < 0) return
    this.giveUp = TIMEOUT
    if (this.abort !== null) this.abort()
    else this.link.cancelConnecting(STOPPED)
  }

  /** The cell is over and this request is not. */
  abandon(): void {
    if (this.row >= 0) this.finish(ABANDONED, NONE)
  }

  /** Bytes came after an answer was complete: its length was a lie, which undici answers by a silent reconnect. */
  unsolicited(link: UndiciLink): void {
    const row = link.lastRow
    if (row < 0 || (this.row >= 0 && this.link === link && this.connected) || this.columns.outcome[row] !== OK) return
    this.columns.failure[row] = EXCESS_BYTES
    this.columns.outcome[row] = FAILED
  }

  /** 100 to 199 announce an answer, so that the first byte is still to come. */
  private onInterim(): boolean {
    this.interim = true
    this.columns.firstByteNs[this.row] = NaN
    return true
  }

  private countEvents(chunk: Buffer): void {
    const row = this.row
    const before = this.eventCount
    const count = this.events.feed(chunk)
    if (count > 0 && before === 0) this.columns.firstEventNs[row] = this.lastDataNs - this.scheduledNs
    if (count > 1 && before < 2) this.columns.secondEventNs[row] = this.lastDataNs - this.scheduledNs
    this.eventCount = count
    if (this.columns.chunks !== null) logChunk(this.columns.chunks, row, this.lastDataNs - this.scheduledNs, chunk.length, count - before)
  }

  private finish(outcome: number, failure: number): void {
    const { columns, row, link } = this
    this.row = -1
    link.lastUsedNs = this.clock.now()
    link.lastRow = row
    columns.status[row] = this.status
    columns.failure[row] = failure
    columns.plantedNs[row] = this.headers.plantedNs
    columns.reconnected[row] = this.reconnected || link.attempts !== link.attemptsSeen ? 1 : 0
    columns.outcome[row] = outcome
    this.sink.finished(this.slot, row)
  }
}

/** Dispatch options of an arm, built once. */
export function dispatchOptions(target: WireTarget): Dispatcher.DispatchOptions {
  return {
    path: target.path,
    method: target.method,
    headers: [...target.headers],
    body: target.body === null ? null : Buffer.from(target.body),
  }
}
