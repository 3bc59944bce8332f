import { createLlmStream } from '@lat/sse'
import type { LlmErrorCode } from '@lat/sse'
import type { FailureName } from '../failures.js'

export interface StreamVerdict {
  readonly failure: FailureName
  /** Remark on a stream that counts as ok, such as `done-missing`, or the type that an error event gives itself. */
  readonly label: string | null
}

const failures: Readonly<Record<LlmErrorCode, FailureName>> = {
  stream_error: 'stream-error',
  malformed_event: 'malformed-event',
  truncated: 'truncated-stream',
  empty: 'empty-stream',
}

/** What may name a label: an error could also put a whole sentence, or a request's own id, where its type belongs. */
const SHORT_NAME = /^[a-z][a-z_.-]{0,39}$/i

/**
 * Verdict on the whole body of a streamed model answer, in the OpenAI or the Anthropic dialect.
 *
 * An error event fails it, and so does an end without a terminal mark: a clean end of file is none,
 * because a proxy that restarts looks the same.
 */
export function verifyStream(body: Uint8Array): StreamVerdict {
  const stream = createLlmStream()
  stream.feed(body, 0)
  const { errorCode, errorType, labels } = stream.end()
  if (errorCode !== null) return { failure: failures[errorCode], label: errorType !== null && SHORT_NAME.test(errorType) ? errorType : null }
  return { failure: 'none', label: labels[0]?.replaceAll('_', '-') ?? null }
}
