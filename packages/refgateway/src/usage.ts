import { parseEvents } from '@lat/sse'

/** Tokens an answer says it used. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

const mostTokens = 1_000_000_000_000

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostTokens ? value : null

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/**
 * Usage of a complete JSON answer, in the words of either provider; `null` when it holds none.
 *
 * @example usageOf('{"usage":{"prompt_tokens":31,"completion_tokens":16}}') // { inputTokens: 31, outputTokens: 16 }
 */
export function usageOf(json: string): Usage | null {
  const usage = field(parse(json), 'usage')
  const inputTokens = tokens(field(usage, 'prompt_tokens')) ?? tokens(field(usage, 'input_tokens'))
  const outputTokens = tokens(field(usage, 'completion_tokens')) ?? tokens(field(usage, 'output_tokens'))
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

export interface StreamUsage {
  /** Looks at one event of the stream, as its bytes. */
  observe(event: Buffer): void
  /** What the stream used, once it has said so. */
  usage(): Usage | null
}

/**
 * Picks the usage out of an event stream: OpenAI's closing chunk, or Anthropic's `message_start` (input)
 * and `message_delta` (output). Events without a usage are not parsed at all.
 */
export function createStreamUsage(): StreamUsage {
  let inputTokens: number | null = null
  let outputTokens: number | null = null
  return {
    observe(event) {
      if (!event.includes('"usage"') || event.includes('"usage":null')) return
      const data = parse(parseEvents(event)[0]?.data ?? '')
      const usage = field(data, 'usage') ?? field(field(data, 'message'), 'usage')
      const opening = field(data, 'type') === 'message_start'
      inputTokens = tokens(field(usage, 'prompt_tokens')) ?? tokens(field(usage, 'input_tokens')) ?? inputTokens
      // The opening message already counts the one output token it starts from; only the later count is the answer's.
      if (!opening) outputTokens = tokens(field(usage, 'completion_tokens')) ?? tokens(field(usage, 'output_tokens')) ?? outputTokens
    },
    usage: () => (inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }),
  }
}
