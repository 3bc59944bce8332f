import type { LlmEvent, LlmUsage } from './read-llm-event.js'

/** Why a stream that answered 200 is no success. */
export type LlmErrorCode = 'stream_error' | 'malformed_event' | 'truncated' | 'empty'

/** A streamed answer, read to its end. Instants are those handed to `feed`; `null` means it never came. */
export interface LlmAnswer {
  readonly dialect: 'openai-chat' | 'anthropic' | null
  readonly ok: boolean
  readonly errorCode: LlmErrorCode | null
  /** Type field of the error event. */
  readonly errorType: string | null
  readonly errorMessage: string | null
  /** Irregular, but the answer is complete: a terminal mark of the other kind was there. */
  readonly labels: readonly ('done_missing' | 'finish_reason_missing' | 'events_after_done')[]
  readonly firstByteNs: number | null
  /** First generated part in any channel: content, reasoning, refusal, tool call. */
  readonly firstTokenNs: number | null
  readonly firstContentNs: number | null
  readonly lastContentNs: number | null
  /** `[DONE]` or `message_stop`; the end of the answer, however long the socket stays open. */
  readonly doneNs: number | null
  readonly lastByteNs: number | null
  readonly contentEvents: number
  /** Between consecutive content events; not between tokens, an event may carry several. */
  readonly contentGapsNs: readonly number[]
  /** (last content - first content) / (tokens after the first content event); `null` unless that event carries usage. */
  readonly meanInterTokenNs: number | null
  readonly finishReason: string | null
  /** The last value of each count: usage is cumulative in some dialects and repeated in others. */
  readonly usage: LlmUsage
  /** Text per choice (chat-completions) or content block (Anthropic), by index. */
  readonly texts: readonly { readonly index: number; readonly text: string }[]
  /** Choice 0, or all text blocks of a message. */
  readonly text: string
}

/** Adds events up to an answer; whatever follows the terminal mark only sets a label. */
export function createLlmAccount(): { take(event: LlmEvent, atNs: number): void; close(firstByteNs: number | null, lastByteNs: number | null): LlmAnswer } {
  const texts = new Map<number, string>()
  const contentGapsNs: number[] = []
  let dialect: LlmAnswer['dialect'] = null
  let usage: LlmUsage = {}
  let error: LlmEvent['error'] = null
  let malformed = false
  let contentEvents = 0
  let events = 0
  let eventsAfterDone = 0
  let firstTokenNs: number | null = null
  let firstContentNs: number | null = null
  let lastContentNs: number | null = null
  let tokensInFirstContentEvent: number | null = null
  let finishReason: string | null = null
  let doneNs: number | null = null

  function takeContent(event: LlmEvent, atNs: number): void {
    contentEvents += 1
    if (lastContentNs !== null) contentGapsNs.push(atNs - lastContentNs)
    lastContentNs = atNs
    if (firstContentNs !== null) return
    firstContentNs = atNs
    tokensInFirstContentEvent = event.usage.outputTokens ?? null
  }

  function errorCode(): LlmErrorCode | null {
    if (error !== null) return 'stream_error'
    if (malformed) return 'malformed_event'
    const terminated = doneNs !== null || finishReason !== null
    if (firstTokenNs === null && (terminated || events === 0)) return 'empty'
    return terminated ? null : 'truncated'
  }

  function meanInterTokenNs(): number | null {
    if (firstContentNs === null || lastContentNs === null || tokensInFirstContentEvent === null) return null
    const tokensAfter = (usage.outputTokens ?? 0) - tokensInFirstContentEvent
    return tokensAfter > 0 ? (lastContentNs - firstContentNs) / tokensAfter : null
  }

  function labels(code: LlmErrorCode | null): LlmAnswer['labels'] {
    if (code !== null) return []
    return [
      ...(doneNs === null ? (['done_missing'] as const) : []),
      ...(finishReason === null ? (['finish_reason_missing'] as const) : []),
      ...(eventsAfterDone > 0 ? (['events_after_done'] as const) : []),
    ]
  }

  return {
    take(event, atNs) {
      events += 1
      if (doneNs !== null) {
        eventsAfterDone += 1
        return
      }
      dialect ??= event.dialect
      error ??= event.error
      malformed ||= event.malformed
      usage = { ...usage, ...event.usage }
      finishReason = event.finishReason ?? finishReason
      if (event.done) doneNs = atNs
      for (const { index, content } of event.deltas) if (content !== '') texts.set(index, (texts.get(index) ?? '') + content)
      if (event.deltas.some(({ token }) => token)) firstTokenNs ??= atNs
      if (event.deltas.some(({ content }) => content !== '')) takeContent(event, atNs)
    },
    close(firstByteNs, lastByteNs) {
      const code = errorCode()
      const byIndex = [...texts].map(([index, text]) => ({ index, text })).sort((a, b) => a.index - b.index)
      return {
        dialect,
        ok: code === null,
        errorCode: code,
        errorType: error?.type ?? null,
        errorMessage: error?.message ?? null,
        labels: labels(code),
        firstByteNs,
        firstTokenNs,
        firstContentNs,
        lastContentNs,
        doneNs,
        lastByteNs,
        contentEvents,
        contentGapsNs,
        meanInterTokenNs: meanInterTokenNs(),
        finishReason,
        usage,
        texts: byIndex,
        text: dialect === 'anthropic' ? byIndex.map(({ text }) => text).join('') : (texts.get(0) ?? ''),
      }
    },
  }
}
