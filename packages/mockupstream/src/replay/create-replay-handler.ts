import { playAnswer } from '../answer/play-answer.js'
import type { Exchange } from '../core/connection.js'
import type { Counters } from '../core/counters.js'
import { createDeadlinePoller, nowNs } from '../core/deadline-poller.js'
import type { DurationHistogram } from '../core/duration-histogram.js'
import { readJsonObject } from '../core/read-json-object.js'
import { respond } from '../core/respond.js'
import type { Fields } from '../core/write-answer.js'
import type { FaultInjector } from '../faults/create-fault-injector.js'
import type { Fixtures } from '../fixtures/load-fixtures.js'
import { errorBody, REQUEST_ID_FIELDS } from '../shapes/error-answer.js'
import { chooseVariant, prepareRoute, writePrepared } from './prepare-answer.js'
import type { AnswerVariants, PreparedRoute } from './prepare-answer.js'

/** Freeze of all answers, once: the `atRequest`-th request and all that arrive within `holdMs` of it are held until it is over. */
export interface Stall {
  readonly atRequest: number
  readonly holdMs: number
}

export interface ReplayHandlerOptions {
  readonly fixtures: Fixtures
  readonly counters: Counters
  readonly allowPlants: boolean
  readonly stall: Stall | null
  readonly faults: FaultInjector | null
  /** Takes how long each request kept the handler, writes included and planted waits not. */
  readonly durations: DurationHistogram
  /** Body of `/healthz`. */
  readonly health: () => object
}

export interface ReplayHandler {
  readonly handle: (exchange: Exchange) => void
  /** Starts counting from zero and lets the stall happen; called once, when the warm-up is over. */
  readonly arm: () => void
}

const MAX_PLANT_US = 60_000_000
/** The field this handler expects the server to watch. */
export const PLANT_HEADER = 'x-lat-plant-us'
const JSON_FIELDS: Fields = { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS }

/** Chooses the fixture by route and by the `stream` field of the body, and writes it. */
export function createReplayHandler(options: ReplayHandlerOptions): ReplayHandler {
  const { fixtures, counters, allowPlants, health } = options
  const routes = new Map<string, PreparedRoute>([
    ['/v1/chat/completions', prepareRoute(fixtures.bytes['openai-chat.json'], fixtures.pieces['openai-chat.sse'])],
    ['/v1/messages', prepareRoute(fixtures.bytes['anthropic-messages.json'], fixtures.pieces['anthropic-messages.sse'])],
  ])
  const poller = createDeadlinePoller()
  let stall: Stall | null = null
  let stallEndNs = -1

  function refuse(exchange: Exchange, status: number, message: string, fields: Fields = {}): void {
    counters.refused += 1
    respond(exchange, status, { ...JSON_FIELDS, ...fields }, errorBody(status, message, exchange.request.path))
  }

  function answer(exchange: Exchange, variants: AnswerVariants, plantedNs: number | null): void {
    const { http11, keepAlive } = exchange.request
    writePrepared(exchange, chooseVariant(variants, http11, keepAlive), plantedNs)
    exchange.end()
  }

  /** Microseconds to plant, `null` for none, or the reason why the header cannot be read. */
  function plantOf(exchange: Exchange): number | null | string {
    const value = exchange.request.watched
    if (value === undefined) return null
    if (!allowPlants) {
      counters.plantsIgnored += 1
      return null
    }
    const plantUs = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return plantUs <= MAX_PLANT_US ? plantUs : `${PLANT_HEADER} must be a whole number of microseconds, at most ${MAX_PLANT_US}`
  }

  function stallEnd(atNs: number): number {
    if (stall === null) return -1
    if (counters.requests === stall.atRequest) stallEndNs = atNs + stall.holdMs * 1_000_000
    if (stallEndNs >= 0 && atNs >= stallEndNs) stall = null
    return stall === null ? -1 : stallEndNs
  }

  function handle(exchange: Exchange): void {
    const { request } = exchange
    const route = routes.get(request.path)
    if (route === undefined) {
      if (request.path !== '/healthz') refuse(exchange, 404, `There is no route ${request.path}`)
      else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(exchange, 405, 'This route takes GET only', { Allow: 'GET, HEAD' })
      else respond(exchange, 200, JSON_FIELDS, Buffer.from(JSON.stringify(health())))
      return
    }
    if (request.method !== 'POST') return refuse(exchange, 405, 'This route takes POST only', { Allow: 'POST' })
    const body = readJsonObject(request.body)
    if (typeof body === 'string') return refuse(exchange, 400, body)
    const streamed = body['stream'] ?? false
    if (typeof streamed !== 'boolean') return refuse(exchange, 400, '"stream" must be true, false, null or absent')
    const plantUs = plantOf(exchange)
    if (typeof plantUs === 'string') return refuse(exchange, 400, plantUs)
    const fault = options.faults?.choose(request) ?? null
    if (typeof fault === 'string') return refuse(exchange, 400, fault)

    counters.requests += 1
    if (streamed) counters.sse += 1
    else counters.json += 1
    if (fault !== null) {
      const draft = route.draft(streamed)
      fault(draft)
      return playAnswer(exchange, draft, poller)
    }
    const variants = streamed ? route.stream : route.json
    if (plantUs === null && stall === null) return answer(exchange, variants, null)

    // One instant for both ends: the hold a request reports is never shorter than the stall it began.
    const startNs = nowNs()
    const holdUntilNs = stallEnd(startNs)
    if (plantUs === null && holdUntilNs < 0) return answer(exchange, variants, null)

    if (plantUs !== null) counters.planted += 1
    if (holdUntilNs >= 0) counters.stalled += 1
    poller.at(Math.max(holdUntilNs, startNs + (plantUs ?? 0) * 1000), () => answer(exchange, variants, nowNs() - startNs))
  }

  return {
    handle: (exchange) => {
      const startMs = performance.now()
      handle(exchange)
      options.durations.record((performance.now() - startMs) * 1e6)
    },
    arm() {
      options.durations.reset()
      counters.requests = 0
      counters.json = 0
      counters.sse = 0
      stall = options.stall
    },
  }
}
