import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { answerError, type ErrorType } from './answer-error.js'
import { createAnswerWriter, type AnswerHead, type AnswerWriter } from './answer-writer.js'
import { createEventSplitter, type EventSplitter } from './event-splitter.js'
import type { Exchange } from './forward.js'
import type { Log } from './log.js'
import { answerHeaders } from './upstream-headers.js'
import { createStreamUsage, usageOf, type StreamUsage, type Usage } from './usage.js'

const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
/** No connection came to be, so nothing of the request can have been served. */
const neverSent = new Set(['UND_ERR_INVALID_ARG', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.message)

const eventStream = /^text\/event-stream\b/i

/** A compressed stream has no blank lines to wait for: its chunks are passed on as they arrive. */
const asTheyCome: EventSplitter = { push: (chunk) => [chunk], rest: () => Buffer.alloc(0) }

interface EventStream {
  readonly splitter: EventSplitter
  /** `null` where nobody asks what the stream used. */
  readonly usage: StreamUsage | null
}

/**
 * Carries one answer from the upstream to the client.
 *
 * An event stream is passed on event by event; anything else is collected and sent whole. Either way the
 * request's hold on the budgets is settled before the body ends.
 */
export class Relay implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #log: Log
  readonly #writer: AnswerWriter
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #head: AnswerHead | null = null
  #stream: EventStream | null = null
  #clientGone = false

  constructor(exchange: Exchange, settings: { readonly log: Log, readonly plantDelayUs: number }) {
    this.#exchange = exchange
    this.#log = settings.log
    this.#writer = createAnswerWriter(exchange.response, settings.plantDelayUs)
    exchange.response.on('close', () => { this.#onClientClose() })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#clientGone) controller.abort(new Error('client disconnected'))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    const { agent, path, hold } = this.#exchange
    const length = headers['content-length']
    const raw = controller.rawHeaders as readonly Buffer[]
    this.#head = { status, headers: answerHeaders(raw, headers.connection), ...(length !== undefined && { bodyBytes: Number(length) }) }
    if (eventStream.test(headers['content-type'] ?? '')) {
      const splitter = headers['content-encoding'] === undefined ? createEventSplitter() : asTheyCome
      this.#stream = { splitter, usage: hold === null ? null : createStreamUsage() }
    }
    this.#log.info('upstream response', { agent, path, status })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream === null) {
      this.#chunks.push(chunk)
      return
    }
    const { splitter, usage } = this.#stream
    let goesOn = true
    for (const event of splitter.push(chunk)) {
      usage?.observe(event)
      goesOn = this.#writer.piece(this.#head!, event)
    }
    if (goesOn || controller.paused) return
    controller.pause()
    this.#exchange.response.once('drain', () => { controller.resume() })
  }

  onResponseEnd(): void {
    const head = this.#head!
    if (this.#stream !== null) {
      const rest = this.#stream.splitter.rest()
      this.#settle(this.#stream.usage?.usage() ?? null, 'no usage')
      if (rest.length > 0) this.#writer.piece(head, rest)
      this.#writer.end(head)
      return
    }
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#settle(this.#exchange.hold === null ? null : usageOf(body.toString()), 'no usage')
    this.#writer.whole(head, body)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#clientGone) return
    const { hold, response } = this.#exchange
    const code = codeOf(error)
    if (neverSent.has(code)) hold?.release(code)
    else this.#settle(this.#stream?.usage?.usage() ?? null, code)
    if (this.#writer.started()) response.destroy()
    else answerError(response, this.#errorType(code), this.#errorMessage(code))
  }

  #errorType(code: string): ErrorType {
    if (timeouts.has(code)) return 'upstream_timeout'
    return this.#head === null ? 'upstream_unreachable' : 'upstream_error'
  }

  #errorMessage(code: string): string {
    if (timeouts.has(code)) return `the upstream did not answer in time (${code})`
    return this.#head === null ? `no answer from the upstream (${code})` : `the upstream broke off its answer (${code})`
  }

  #settle(usage: Usage | null, otherwise: string): void {
    const { hold } = this.#exchange
    if (hold === null) return
    const status = this.#head?.status ?? 200
    if (usage !== null) hold.reconcile(usage)
    else if (status >= 300) hold.release(`status ${status}`)
    else hold.forfeit(otherwise)
  }

  #onClientClose(): void {
    if (this.#exchange.response.writableFinished) return
    this.#clientGone = true
    this.#settle(this.#stream?.usage?.usage() ?? null, 'client disconnected')
    this.#controller?.abort(new Error('client disconnected'))
  }
}
