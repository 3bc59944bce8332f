import { createParser } from './create-parser.js'
import type { SseEvent } from './create-parser.js'

/**
 * Every event of a whole stream, in order; an event that no blank line closes is left out.
 *
 * @throws {SseInputError} `LAT_SSE_EVENT_TOO_LARGE` when one event exceeds 64 MiB
 * @example parseEvents(Uint8Array.of(100, 97, 116, 97, 58, 104, 105, 10, 10))[0]?.data // 'hi'
 */
export function parseEvents(bytes: Uint8Array): SseEvent[] {
  const events: SseEvent[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  parser.feed(bytes)
  parser.end()
  return events
}
