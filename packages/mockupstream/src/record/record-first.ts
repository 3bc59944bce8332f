import type { Counters } from '../core/counters.js'
import type { Exchange, Handler } from '../core/connection.js'
import { respond } from '../core/respond.js'
import { errorBody, REQUEST_ID_FIELDS } from '../shapes/error-answer.js'
import type { Recorder } from './create-recorder.js'

/** Lets a request reach the handler only when its record is written; answers 500 when it is not. `/healthz` is not recorded. */
export function recordFirst(recorder: Recorder, counters: Counters, handler: Handler): Handler {
  return (exchange: Exchange) => {
    if (exchange.request.path === '/healthz') return handler(exchange)
    // The client may leave, and the connection be gone, before the record is written.
    let left = false
    exchange.onAbort = () => {
      left = true
    }
    recorder.record(exchange.request, (written) => {
      if (left) return
      exchange.onAbort = null
      if (written) return handler(exchange)
      counters.unrecorded += 1
      respond(exchange, 500, { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS }, errorBody(500, 'The request could not be recorded, so it is not answered', exchange.request.path))
    })
  }
}
