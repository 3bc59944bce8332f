import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Hold } from './enforcement.js'
import type { Log } from './log.js'
import { Relay } from './relay.js'
import { upstreamHeaders } from './upstream-headers.js'

export interface Upstream {
  readonly dispatcher: Dispatcher
  readonly origin: string
  /** Path of the upstream URL, put before every forwarded path; empty or without a slash at its end. */
  readonly basePath: string
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly agent: string
  readonly path: string
  readonly body: Buffer
  readonly hold: Hold | null
}

/** Sends an admitted request upstream and relays the answer, whatever becomes of either side. */
export function forward(exchange: Exchange, upstream: Upstream, settings: { readonly log: Log, readonly plantDelayUs: number }): void {
  const { request, path, body, hold } = exchange
  upstream.dispatcher.dispatch({
    origin: upstream.origin,
    path: upstream.basePath + path,
    method: 'POST',
    headers: upstreamHeaders(request.rawHeaders, request.headers.connection, hold !== null),
    body,
  }, new Relay(exchange, settings))
}
