// What must go wrong, and how it must look from the client: errors, broken streams, retries.
import { deepStrictEqual as same, match, ok, rejects } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { generateText, streamText } from 'ai'
import { MODEL } from './clients.mjs'

const messages = [{ role: 'user', content: 'alpha beta gamma' }]
const max_tokens = 100
const faulty = (fault) => ({ headers: { 'x-mock-fault': fault } })

async function drain(stream) {
  let events = 0
  for await (const _ of await stream) events += 1
  return events
}
const openaiStream = (client, fault) => drain(client.chat.completions.create({ model: MODEL, messages, stream: true }, faulty(fault)))
const anthropicStream = (client, fault) => drain(client.messages.create({ model: MODEL, max_tokens, messages, stream: true }, faulty(fault)))

const OPENAI_CLASSES = { 400: 'BadRequestError', 401: 'AuthenticationError', 403: 'PermissionDeniedError', 404: 'NotFoundError', 409: 'ConflictError', 422: 'UnprocessableEntityError', 429: 'RateLimitError', 500: 'InternalServerError', 503: 'InternalServerError' }
const ANTHROPIC_TYPES = { 400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error', 413: 'request_too_large', 429: 'rate_limit_error', 500: 'api_error', 529: 'overloaded_error' }

const statuses = [
  ...Object.entries(OPENAI_CLASSES).map(([status, name]) => [
    `openai: status ${status} is ${name}`,
    ({ openai }) => rejects(openai.chat.completions.create({ model: MODEL, messages }, faulty(`status=${status}`)), (error) => {
      same([error.constructor.name, error.status], [name, Number(status)])
      match(error.message, /was asked for/)
      return true
    }),
  ]),
  ...Object.entries(ANTHROPIC_TYPES).map(([status, type]) => [
    `anthropic: status ${status} is ${type}`,
    ({ anthropic }) => rejects(anthropic.messages.create({ model: MODEL, max_tokens, messages }, faulty(`status=${status}`)), (error) => {
      same([error.status, error.type, error.requestID?.startsWith('req_')], [Number(status), type, true])
      return true
    }),
  ]),
  ['ai: status 429 is retryable, 400 is not', async ({ ai }) => {
    for (const [status, retryable] of [[429, true], [400, false]]) {
      await rejects(generateText({ model: ai.openaiChat, prompt: 'x', maxRetries: 0, headers: { 'x-mock-fault': `status=${status}` } }), (error) => {
        same([error.statusCode, error.isRetryable], [status, retryable])
        return true
      })
    }
  }],
]

const streams = [
  ['openai: an error event ends the stream with its message', ({ openai }) => rejects(openaiStream(openai, 'error-event=server_error'), /was asked for/)],
  ['anthropic: an error event ends the stream with its type', ({ anthropic }) => rejects(anthropicStream(anthropic, 'error-event=overloaded_error'), /overloaded_error/)],
  ['ai: an error event is an error part', async ({ ai }) => {
    const parts = []
    for await (const part of streamText({ model: ai.openaiChat, prompt: 'x', maxRetries: 0, headers: { 'x-mock-fault': 'error-event=server_error' }, onError: () => undefined }).fullStream) parts.push(part.type)
    ok(parts.includes('error'))
  }],
  ['openai: broken JSON in an event throws', ({ openai }) => rejects(openaiStream(openai, 'malformed-event=2'), SyntaxError)],
  ['anthropic: broken JSON in an event throws', ({ anthropic }) => rejects(anthropicStream(anthropic, 'malformed-event=3'))],
  ['openai: a stream cut by FIN throws', ({ openai }) => rejects(openaiStream(openai, 'cut-after-events=2:fin'))],
  ['openai: a stream cut by RST throws', ({ openai }) => rejects(openaiStream(openai, 'cut-after-events=2:rst'))],
  ['anthropic: a stream cut inside an event throws', ({ anthropic }) => rejects(anthropicStream(anthropic, 'cut-after-bytes=300:rst'))],
  ['openai: a JSON answer cut by FIN throws', ({ openai }) => rejects(openai.chat.completions.create({ model: MODEL, messages }, faulty('cut-after-bytes=20:fin')))],
  ['openai: an answer that never starts times out', ({ openai }) => rejects(openai.chat.completions.create({ model: MODEL, messages }, { ...faulty('ttft=60s'), timeout: 200 }), /timed out/i)],
]

/** How many requests reach the upstream, and with which retry count, when the first ones fail. */
const retried = (path, fault, times, ask, expected) => [
  { rules: [{ path, fault, to: times }] },
  async (clients, recorded) => {
    await ask(clients)
    same(recorded().map(({ headers }) => headers['x-stainless-retry-count']?.[0] ?? headers['X-Stainless-Retry-Count']?.[0]), expected)
  },
]
const askOpenai = ({ openai }) => openai.chat.completions.create({ model: MODEL, messages })
const askAnthropic = ({ anthropic }) => anthropic.messages.create({ model: MODEL, max_tokens, messages })
const CHAT = '/v1/chat/completions'
const RETRIED = [408, 409, 429, 500, 503]

const retries = [
  ...RETRIED.map((status) => [`openai: ${status} is retried after retry-after-ms`, ...retried(CHAT, `status=${status},retry-after-ms=20`, 1, askOpenai, ['0', '1'])]),
  ...[408, 409, 429, 500, 529].map((status) => [`anthropic: ${status} is retried after retry-after-ms`, ...retried('/v1/messages', `status=${status},retry-after-ms=20`, 1, askAnthropic, ['0', '1'])]),
  ['openai: retry-after in seconds is waited for', { rules: [{ path: CHAT, fault: 'status=429,retry-after=1', to: 1 }] }, async (clients) => {
    const startMs = performance.now()
    await askOpenai(clients)
    ok(performance.now() - startMs >= 990)
  }],
  ['openai: two failures are two retries', ...retried(CHAT, 'status=503,retry-after-ms=20', 2, askOpenai, ['0', '1', '2'])],
  ['openai: a third failure is the last', ...retried(CHAT, 'status=503,retry-after-ms=20', 3, (clients) => rejects(askOpenai(clients), { status: 503 }), ['0', '1', '2'])],
  ['openai: 400 is not retried', ...retried(CHAT, 'status=400', 1, (clients) => rejects(askOpenai(clients), { status: 400 }), ['0'])],
  ['anthropic: 400 is not retried', ...retried('/v1/messages', 'status=400', 1, (clients) => rejects(askAnthropic(clients), { status: 400 }), ['0'])],
]

export const FAILING = [...statuses, ...streams]
/** Name, faults of an upstream of its own, and the case; it is given what the upstream recorded. */
export const RETRYING = retries

export function readRecords(file) {
  return readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
}
