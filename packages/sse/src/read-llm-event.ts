/** Part of an answer that one event adds to one choice or content block. */
export interface LlmDelta {
  readonly index: number
  /** Visible text; empty when the event adds none. */
  readonly content: string
  /** Anything generated, in any channel: content, reasoning, refusal, tool call. */
  readonly token: boolean
}

export interface LlmUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly reasoningTokens?: number
}

/** What one event says, in either dialect. */
export interface LlmEvent {
  readonly dialect: 'openai-chat' | 'anthropic' | null
  readonly deltas: readonly LlmDelta[]
  readonly usage: LlmUsage
  /** `finish_reason` or `stop_reason`. */
  readonly finishReason: string | null
  /** `[DONE]` or `message_stop`. */
  readonly done: boolean
  readonly error: { readonly type: string | null; readonly message: string | null } | null
  /** Neither empty, nor `[DONE]`, nor a JSON object. */
  readonly malformed: boolean
}

type Json = Readonly<Record<string, unknown>>

const NOTHING: LlmEvent = { dialect: null, deltas: [], usage: {}, finishReason: null, done: false, error: null, malformed: false }

/** Reads the data of one event; empty data says nothing. */
export function readLlmEvent(data: string): LlmEvent {
  if (data === '') return NOTHING
  if (data.trim() === '[DONE]') return { ...NOTHING, dialect: 'openai-chat', done: true }
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return { ...NOTHING, malformed: true }
  }
  const event = object(parsed)
  if (event === null) return { ...NOTHING, malformed: true }
  if (event['error'] !== undefined && event['error'] !== null) return { ...NOTHING, error: readError(event['error']) }
  if (Array.isArray(event['choices'])) return readChunk(event, event['choices'])
  if (typeof event['type'] === 'string') return readMessageEvent(event, event['type'])
  return { ...NOTHING, usage: readUsage(event['usage']) }
}

function readChunk(event: Json, choices: readonly unknown[]): LlmEvent {
  const deltas: LlmDelta[] = []
  let finishReason: string | null = null
  for (const entry of choices) {
    const choice = object(entry)
    if (choice === null) continue
    const delta = object(choice['delta']) ?? {}
    const content = string(delta['content']) || string(choice['text'])
    const otherChannels = string(delta['reasoning_content']) || string(delta['reasoning']) || string(delta['refusal'])
    const called = (Array.isArray(delta['tool_calls']) && delta['tool_calls'].length > 0) || object(delta['function_call']) !== null
    deltas.push({ index: wholeNumber(choice['index']) ?? 0, content, token: content !== '' || otherChannels !== '' || called })
    finishReason = string(choice['finish_reason']) || finishReason
  }
  return { ...NOTHING, dialect: 'openai-chat', deltas, usage: readUsage(event['usage']), finishReason }
}

function readMessageEvent(event: Json, type: string): LlmEvent {
  const anthropic = { ...NOTHING, dialect: 'anthropic' as const }
  const index = wholeNumber(event['index']) ?? 0
  if (type === 'message_start') return { ...anthropic, usage: readUsage(object(event['message'])?.['usage']) }
  if (type === 'content_block_start') {
    const block = object(event['content_block']) ?? {}
    const content = block['type'] === 'text' ? string(block['text']) : ''
    const token = content !== '' || string(block['thinking']) !== '' || block['type'] === 'tool_use'
    return { ...anthropic, deltas: [{ index, content, token }] }
  }
  if (type === 'content_block_delta') {
    const delta = object(event['delta']) ?? {}
    const content = string(delta['text'])
    const token = content !== '' || string(delta['thinking']) !== '' || string(delta['partial_json']) !== ''
    return { ...anthropic, deltas: [{ index, content, token }] }
  }
  if (type === 'message_delta') return { ...anthropic, usage: readUsage(event['usage']), finishReason: string(object(event['delta'])?.['stop_reason']) || null }
  if (type === 'message_stop') return { ...anthropic, done: true }
  return anthropic
}

function readUsage(value: unknown): LlmUsage {
  const usage = object(value)
  if (usage === null) return {}
  const inputTokens = wholeNumber(usage['prompt_tokens']) ?? wholeNumber(usage['input_tokens'])
  const outputTokens = wholeNumber(usage['completion_tokens']) ?? wholeNumber(usage['output_tokens'])
  const details = object(usage['completion_tokens_details']) ?? object(usage['output_tokens_details'])
  const reasoningTokens = wholeNumber(details?.['reasoning_tokens'])
  return {
    ...(inputTokens === null ? {} : { inputTokens }),
    ...(outputTokens === null ? {} : { outputTokens }),
    ...(reasoningTokens === null ? {} : { reasoningTokens }),
  }
}

function readError(value: unknown): { type: string | null; message: string | null } {
  const error = object(value)
  if (error === null) return { type: null, message: typeof value === 'string' ? value : null }
  return { type: string(error['type']) || null, message: string(error['message']) || null }
}

function object(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
