import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createLlmStream, parseEvents, createParser, createBoundaryCounter, splitEvents } from '../src/index.js'
import type { LlmAnswer, SseEvent } from '../src/index.js'
import { concat, utf8 } from './bytes.js'

interface Expectation {
  readonly [key: string]: unknown
}
interface Capture {
  readonly note: string
  readonly chunks: readonly { readonly at_ms: number; readonly b64: string }[]
  readonly expect: Expectation
}

const directory = new URL('inputs/', import.meta.url)
const names = readdirSync(directory).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
const capture = (name: string): Capture => JSON.parse(readFileSync(new URL(`${name}.json`, directory), 'utf8')) as Capture
const reads = ({ chunks }: Capture): Uint8Array[] => chunks.map(({ b64 }) => Uint8Array.from(Buffer.from(b64, 'base64')))
const ms = (value: unknown): number | null => (value === null ? null : (value as number) * 1_000_000)
const msList = (value: unknown): (number | null)[] => (value as number[]).map(ms)

function answerOf(input: Capture): LlmAnswer {
  const stream = createLlmStream()
  for (const { at_ms, b64 } of input.chunks) stream.feed(Uint8Array.from(Buffer.from(b64, 'base64')), at_ms * 1_000_000)
  return stream.end()
}

/** One check per key an expectation may hold; an unknown key fails, so that none is passed over. */
const checks: Record<string, (answer: LlmAnswer, expected: unknown) => void> = {
  ok: (answer, expected) => expect(answer.ok).toBe(expected),
  error_class: (answer, expected) => expect(answer.errorCode).toBe(expected),
  error_type: (answer, expected) => expect(answer.errorType).toBe(expected),
  text: (answer, expected) => expect(answer.text).toBe(expected),
  text_partial: (answer, expected) => expect(answer.text).toBe(expected),
  text_by_choice: (answer, expected) => expect(answer.texts.map(({ text }) => text)).toEqual(expected),
  contains_U_FFFD: (answer, expected) => expect(answer.text.includes('\ufffd')).toBe(expected),
  content_events: (answer, expected) => expect(answer.contentEvents).toBe(expected),
  ttfb_ms: (answer, expected) => expect(answer.firstByteNs).toBe(ms(expected)),
  first_token_any_channel_ms: (answer, expected) => expect(answer.firstTokenNs).toBe(ms(expected)),
  first_content_ms: (answer, expected) => expect(answer.firstContentNs).toBe(ms(expected)),
  last_content_ms: (answer, expected) => expect(answer.lastContentNs).toBe(ms(expected)),
  done_ms: (answer, expected) => expect(answer.doneNs).toBe(ms(expected)),
  content_gaps_ms: (answer, expected) => expect(answer.contentGapsNs).toEqual(msList(expected)),
  chunk_gaps_ms: (answer, expected) => expect(answer.contentGapsNs).toEqual(msList(expected)),
  mean_inter_token_ms_after_first_event: (answer, expected) => expect(answer.meanInterTokenNs).toBe(ms(expected)),
  finish_reason: (answer, expected) => expect(answer.finishReason).toBe(expected),
  input_tokens: (answer, expected) => expect(answer.usage.inputTokens).toBe(expected),
  output_tokens: (answer, expected) => expect(answer.usage.outputTokens).toBe(expected),
  completion_tokens: (answer, expected) => expect(answer.usage.outputTokens).toBe(expected),
  reasoning_tokens: (answer, expected) => expect(answer.usage.reasoningTokens).toBe(expected),
  note: () => undefined,
  alt: () => undefined,
}

describe('createLlmStream', () => {
  it.each(names)('reads %s as expected', (name) => {
    const input = capture(name)
    const answer = answerOf(input)
    for (const [key, expected] of Object.entries(input.expect)) {
      const check = checks[key]
      if (check === undefined) throw new Error(`${name}: no check for "${key}"`)
      check(answer, expected)
    }
  })

  it.each([
    ['10-cut-no-done', []],
    ['14-eof-without-blank-line', ['done_missing']],
    ['21-done-without-finish-reason', ['finish_reason_missing']],
  ])('labels %s', (name, labels) => {
    expect(answerOf(capture(name)).labels).toEqual(labels)
  })

  it.each([
    ['a stream without a byte', '', 'empty'],
    ['a finish without any token', 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n', 'empty'],
    ['data that is not JSON', 'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: {oops\n\n', 'malformed_event'],
    ['a role and then nothing', 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n', 'truncated'],
  ])('refuses %s', (_, text, errorCode) => {
    const stream = createLlmStream()
    stream.feed(utf8(text), 0)
    expect(stream.end()).toMatchObject({ ok: false, errorCode })
  })

  it('ignores content after the terminal mark and says so', () => {
    const stream = createLlmStream()
    const content = (text: string): string => `data: {"choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":"stop"}]}\n\n`
    stream.feed(utf8(`${content('a')}data: [DONE]\n\n${content('b')}`), 1)
    expect(stream.end()).toMatchObject({ ok: true, text: 'a', labels: ['events_after_done'] })
  })

  it('counts Anthropic thinking and tool input as tokens, not as content', () => {
    const stream = createLlmStream()
    const event = (json: object): Uint8Array => utf8(`event: x\ndata: ${JSON.stringify(json)}\n\n`)
    stream.feed(event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }), 10)
    stream.feed(event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{' } }), 20)
    stream.feed(event({ type: 'message_stop' }), 30)
    expect(stream.end()).toMatchObject({ ok: true, firstTokenNs: 10, firstContentNs: null, doneNs: 30, dialect: 'anthropic' })
  })

  it('refuses with LAT_SSE_TIME_REVERSED a read from before the last one', () => {
    const stream = createLlmStream()
    stream.feed(utf8(': ping\n\n'), 20)
    expect(() => stream.feed(utf8('\n'), 10)).toThrow(expect.objectContaining({ code: 'LAT_SSE_TIME_REVERSED' }))
  })
})

describe.each(names)('the parts, on %s', (name) => {
  const whole = concat(reads(capture(name)))
  const expected = parseEvents(whole)

  it('are the committed bytes', () => {
    expect(whole).toEqual(Uint8Array.from(readFileSync(new URL(`${name}.sse`, directory))))
  })

  it('agree at every split into two reads', () => {
    for (let offset = 0; offset <= whole.length; offset += 1) {
      const events: SseEvent[] = []
      const parser = createParser({ onEvent: (event) => events.push(event) })
      const counter = createBoundaryCounter()
      for (const part of [whole.subarray(0, offset), whole.subarray(offset)]) {
        parser.feed(part)
        counter.feed(part)
      }
      if (JSON.stringify(events) !== JSON.stringify(expected) || counter.events !== expected.length) expect({ offset, events }).toEqual({ offset, events: expected })
    }
  })

  it('concatenate to the input after splitEvents', () => {
    expect(concat(splitEvents(whole))).toEqual(whole)
  })
})
