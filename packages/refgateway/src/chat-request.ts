/** The parts of a chat request a gateway has to understand; the bytes themselves are passed on as they are. */
export interface ChatRequest {
  readonly model: string
  readonly stream: boolean
  readonly body: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a request body; a string says why it cannot be routed. */
export function readChatRequest(bytes: Buffer): ChatRequest | string {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    return 'the request body is not JSON'
  }
  if (!isObject(body)) return 'the request body is not a JSON object'
  if (typeof body['model'] !== 'string') return 'the request body has no string field "model"'
  return { model: body['model'], stream: body['stream'] === true, body }
}

/** Prompt text of a chat request: top-level `system`, then every message's content, strings or the `text` of blocks. */
export function promptText({ body }: ChatRequest): string {
  const parts: string[] = []
  addContent(body['system'], parts)
  const messages = body['messages']
  if (Array.isArray(messages)) {
    for (const message of messages as readonly unknown[]) {
      if (isObject(message)) addContent(message['content'], parts)
    }
  }
  return parts.length === 1 ? parts[0]! : parts.join('\n')
}

function addContent(content: unknown, parts: string[]): void {
  if (typeof content === 'string') {
    parts.push(content)
  } else if (Array.isArray(content)) {
    for (const block of content as readonly unknown[]) {
      if (isObject(block) && typeof block['text'] === 'string') parts.push(block['text'])
    }
  }
}

const defaultReserveTokens = 4096
const mostReserveTokens = 1_000_000_000_000

/** Output tokens to hold back: the request's own maximum, else 4096. */
export function outputReserveTokens({ body }: ChatRequest): number {
  const asked = body['max_tokens'] ?? body['max_completion_tokens']
  if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < 0) return defaultReserveTokens
  return Math.min(asked, mostReserveTokens)
}
