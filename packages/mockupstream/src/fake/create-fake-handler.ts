import { playAnswer } from '../answer/play-answer.js'
import type { Exchange } from '../core/connection.js'
import type { Counters } from '../core/counters.js'
import type { DeadlinePoller } from '../core/deadline-poller.js'
import { respond } from '../core/respond.js'
import type { FaultInjector } from '../faults/create-fault-injector.js'
import type { Recorder } from '../record/create-recorder.js'
import { recordFirst } from '../record/record-first.js'
import { REQUEST_ID_FIELDS } from '../shapes/error-answer.js'
import { refused, routeFake } from './route-fake.js'
import type { FakeAnswers } from './route-fake.js'

export interface FakeHandlerOptions {
  readonly answers: FakeAnswers
  readonly recorder: Recorder | null
  readonly faults: FaultInjector
  readonly poller: DeadlinePoller
  readonly counters: Counters
  readonly health: () => object
}

const JSON_FIELDS = { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS }

/** Records each request, then answers it by route, changed by the faults chosen for it. */
export function createFakeHandler(options: FakeHandlerOptions): (exchange: Exchange) => void {
  const { answers, recorder, faults, poller, counters, health } = options

  function answer(exchange: Exchange): void {
    const { request } = exchange
    if (request.path === '/healthz' && request.method !== 'POST') return respond(exchange, 200, JSON_FIELDS, Buffer.from(JSON.stringify(health())))
    const fault = faults.choose(request)
    const draft = typeof fault === 'string' ? refused(400, fault, request) : routeFake(request, answers)
    if (draft.status >= 400) counters.refused += 1
    else {
      counters.requests += 1
      if (draft.streamed) counters.sse += 1
      else counters.json += 1
    }
    if (typeof fault === 'function') fault(draft)
    if ((draft.gapsNs[0] ?? 0) > 0) counters.planted += 1
    playAnswer(exchange, draft, poller)
  }

  return recorder === null ? answer : recordFirst(recorder, counters, answer)
}
