import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerBudgetExhausted, answerError } from './answer-error.js'
import { readChatRequest } from './chat-request.js'
import type { RefGatewayConfig } from './config.js'
import type { Enforcement } from './enforcement.js'
import { forward, type Upstream } from './forward.js'
import { agentOf, routeOf } from './identify.js'
import { includeUsage } from './include-usage.js'
import type { Log } from './log.js'
import { readBody } from './read-body.js'

export interface Gateway {
  readonly config: RefGatewayConfig
  readonly upstream: Upstream
  readonly enforcement: Enforcement
  readonly log: Log
  readonly nowMs: () => number
}

/** The request path: route, agent, body, admission, and then the upstream. */
export function createHandler(gateway: Gateway): (request: IncomingMessage, response: ServerResponse) => void {
  const { config, upstream, enforcement, log, nowMs } = gateway
  const agents: ReadonlySet<string> = new Set(config.agents)
  const settings = { log, plantDelayUs: config.plantDelayUs }
  let admitted = 0

  return (request, response) => {
    const route = routeOf(request.url ?? '')
    if (route === null) {
      answerError(response, 'unknown_provider', 'the first path segment names no known provider')
      return
    }
    const agent = agentOf(request.headers, agents)
    if (agent === null) {
      answerError(response, 'unknown_agent', 'request could not be identified to a configured agent')
      return
    }
    if (request.method !== 'POST') {
      answerError(response, 'method_not_allowed', 'only POST is forwarded', { headers: { allow: 'POST' } })
      return
    }
    readBody(request, config.maxBodyBytes, (bytes) => {
      if (bytes === null) {
        answerError(response, 'request_too_large', `the request body is larger than ${config.maxBodyBytes} bytes`)
        return
      }
      const chat = readChatRequest(bytes)
      if (typeof chat === 'string') {
        answerError(response, 'invalid_request', chat)
        return
      }
      if (config.refuseAfter !== null && admitted >= config.refuseAfter) {
        answerError(response, 'rate_limit', `planted refusal after ${config.refuseAfter} admitted requests`)
        return
      }
      const hold = enforcement.admit(agent, chat)
      if (hold !== null && 'reason' in hold) {
        if (hold.reason === 'budget') answerBudgetExhausted(response, agent, hold.budget, hold.retryAfterMs, nowMs())
        else answerError(response, 'rate_limit', 'concurrent stream limit reached')
        return
      }
      admitted += 1
      const asksUsage = hold !== null && chat.stream && route.provider === 'openai'
      const body = asksUsage ? includeUsage(bytes, chat) : bytes
      forward({ request, response, agent, path: route.path, body, hold }, upstream, settings)
    })
  }
}
