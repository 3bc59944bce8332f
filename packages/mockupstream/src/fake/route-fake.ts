import { draftAnswer } from '../answer/answer-draft.js'
import type { AnswerDraft } from '../answer/answer-draft.js'
import { readJsonObject } from '../core/read-json-object.js'
import type { Request } from '../core/request.js'
import { errorBody, REQUEST_ID_FIELDS } from '../shapes/error-answer.js'
import { chatCompletion, chatCompletionStream } from './chat-completion.js'
import { countPromptTokens } from './count-words.js'
import { embeddings } from './embeddings.js'
import { composeReply, CREATED_EPOCH_SECONDS } from './fake-reply.js'
import type { FakeReply } from './fake-reply.js'
import { draftJson, draftStream } from './fake-stream.js'
import type { FakePacing, FakeStream } from './fake-stream.js'
import { message, messageStream } from './message.js'
import { asObject } from './read-json.js'
import type { Json } from './read-json.js'
import { response, responseId, responseStream } from './response.js'

export interface FakeAnswers extends FakePacing {
  readonly model: string
  readonly reply: string
  /** Call a tool whenever one is offered, not only when one is required. */
  readonly callTools: boolean
  /** Kept answers of the Responses API, by id; `null` stores none, as vLLM does unless told to. */
  readonly storedResponses: Map<string, object> | null
  readonly nextSerial: () => number
}

const MAX_STORED = 1000
const MAX_CHOICES = 16
const KNOWN_POSTS = new Set(['/v1/chat/completions', '/v1/messages', '/v1/messages/count_tokens', '/v1/responses', '/v1/embeddings'])

/** The answer to one request: known routes by their dialect, any other POST as a chat completion. */
export function routeFake(request: Request, answers: FakeAnswers): AnswerDraft {
  const { method, path } = request
  if (method === 'GET' || method === 'HEAD') return routeGet(request, answers)
  if (method !== 'POST') return refused(405, 'This route takes GET or POST only', request, { Allow: 'GET, HEAD, POST' })
  const body = readJsonObject(request.body)
  // Uploads and the like come to routes nobody knows; they are recorded as they are and answered all the same.
  if (typeof body === 'string') return KNOWN_POSTS.has(path) ? refused(400, body, request) : draftJson(chatCompletion(composeReply({}, answers, answers.nextSerial()), 1), answers.delayNs)
  const streamed = body['stream'] ?? false
  if (typeof streamed !== 'boolean') return refused(400, '"stream" must be true, false, null or absent', request)
  const choices = body['n'] ?? 1
  if (typeof choices !== 'number' || !Number.isInteger(choices) || choices < 1 || choices > MAX_CHOICES) return refused(400, `"n" must be a whole number from 1 to ${MAX_CHOICES}`, request)

  if (path === '/v1/embeddings') {
    const list = embeddings(body, answers.model)
    return typeof list === 'string' ? refused(400, list, request) : draftJson(list, answers.delayNs)
  }
  if (path === '/v1/messages/count_tokens') return draftJson({ input_tokens: countPromptTokens(body) }, answers.delayNs)
  const reply = composeReply(body, answers, answers.nextSerial())
  if (path === '/v1/messages') return draftEither(streamed, answers, reply, message, messageStream)
  if (path === '/v1/responses') {
    store(body, answers, reply)
    return draftEither(streamed, answers, reply, response, responseStream)
  }
  const includeUsage = asObject(body['stream_options'])?.['include_usage'] === true
  return draftEither(streamed, answers, reply, (whole) => chatCompletion(whole, choices), (whole) => chatCompletionStream(whole, choices, includeUsage))
}

function routeGet(request: Request, { model, delayNs, storedResponses }: FakeAnswers): AnswerDraft {
  const { path } = request
  const entry = { id: model, object: 'model', created: CREATED_EPOCH_SECONDS, owned_by: 'lat-mockupstream', type: 'model', display_name: model, created_at: '2026-01-01T00:00:00Z' }
  if (path === '/v1/models') return draftJson({ object: 'list', data: [entry], has_more: false, first_id: model, last_id: model }, delayNs)
  if (path.startsWith('/v1/models/')) return decode(path.slice('/v1/models/'.length)) === model ? draftJson(entry, delayNs) : refused(404, `There is no model ${path.slice('/v1/models/'.length)}`, request)
  const stored = path.startsWith('/v1/responses/') ? storedResponses?.get(path.slice('/v1/responses/'.length)) : undefined
  return stored === undefined ? refused(404, `There is nothing at ${path}`, request) : draftJson(stored, delayNs)
}

function draftEither(streamed: boolean, answers: FakeAnswers, reply: FakeReply, whole: (reply: FakeReply) => object, stream: (reply: FakeReply) => FakeStream): AnswerDraft {
  return streamed ? draftStream(stream(reply), answers) : draftJson(whole(reply), answers.delayNs)
}

function store(body: Json, { storedResponses }: FakeAnswers, reply: FakeReply): void {
  if (storedResponses === null || body['store'] === false) return
  storedResponses.set(responseId(reply.serial), response(reply))
  const [oldest] = storedResponses.keys()
  if (storedResponses.size > MAX_STORED && oldest !== undefined) storedResponses.delete(oldest)
}

/** A refusal that pacing and faults may still act on. */
export function refused(status: number, text: string, request: Request, fields: Readonly<Record<string, string>> = {}): AnswerDraft {
  return draftAnswer(status, { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS, ...fields }, [errorBody(status, text, request.path)], false)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
