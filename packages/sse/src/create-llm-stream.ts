import { createParser } from './create-parser.js'
import type { SseEvent } from './create-parser.js'
import { timeReversed } from './errors.js'
import { createLlmAccount } from './llm-account.js'
import type { LlmAnswer } from './llm-account.js'
import { readLlmEvent } from './read-llm-event.js'

export interface LlmStream {
  /** Takes the next bytes and the monotonic instant they arrived at. */
  feed(bytes: Uint8Array, atNs: number): void
  /** The answer as the whole stream gave it; call it once, when the stream has ended. */
  end(): LlmAnswer
}

/**
 * Reads one streamed model answer, chat-completions or Anthropic messages, and says what came when.
 *
 * Role frames, pings and usage events are no tokens. Reasoning and tool calls are tokens but not
 * content. Success needs at least one token and a terminal mark; an error event inside a 200 fails.
 *
 * @throws {SseInputError} from `feed`: `LAT_SSE_TIME_REVERSED`, `LAT_SSE_EVENT_TOO_LARGE`
 * @example
 * const stream = createLlmStream()
 * stream.feed(Uint8Array.of(100, 97, 116, 97, 58, 91, 68, 79, 78, 69, 93, 10, 10), 5) // data:[DONE]
 * stream.end().errorCode // 'empty'
 */
export function createLlmStream(): LlmStream {
  const account = createLlmAccount()
  let nowNs = -Infinity
  let firstByteNs: number | null = null

  const parser = createParser({
    onEvent(event: SseEvent) {
      account.take(readLlmEvent(event.data), nowNs)
    },
  })

  return {
    feed(bytes, atNs) {
      if (atNs < nowNs) throw timeReversed(atNs, nowNs)
      nowNs = atNs
      if (bytes.length === 0) return
      firstByteNs ??= atNs
      parser.feed(bytes)
    },
    end() {
      parser.end()
      return account.close(firstByteNs, firstByteNs === null ? null : nowNs)
    },
  }
}
