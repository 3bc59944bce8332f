import { draftAnswer } from '../answer/answer-draft.js'
import type { AnswerDraft } from '../answer/answer-draft.js'
import { REQUEST_ID_FIELDS } from '../shapes/error-answer.js'

/** Events of a streamed answer; each entry of `tokens` is what one token brings. */
export interface FakeStream {
  readonly before: readonly Buffer[]
  readonly tokens: readonly (readonly Buffer[])[]
  readonly after: readonly Buffer[]
}

export interface FakePacing {
  /** Before the first byte. */
  readonly delayNs: number
  /** Between tokens; the first one leaves with the first byte. */
  readonly tokenDelayNs: number
}

export function draftStream({ before, tokens, after }: FakeStream, { delayNs, tokenDelayNs }: FakePacing): AnswerDraft {
  const pieces = [...before, ...tokens.flat(), ...after]
  const draft = draftAnswer(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache', ...REQUEST_ID_FIELDS }, pieces, true)
  let at = before.length
  for (const [index, token] of tokens.entries()) {
    if (index > 0) draft.gapsNs[at] = tokenDelayNs
    at += token.length
  }
  draft.gapsNs[0] = delayNs
  return draft
}

export function draftJson(json: object, delayNs: number, status = 200): AnswerDraft {
  const draft = draftAnswer(status, { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS }, [Buffer.from(JSON.stringify(json))], false)
  draft.gapsNs[0] = delayNs
  return draft
}
