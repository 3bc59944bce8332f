import type { FailureName } from './failures.js'

/** How far a request had come when its connection failed. */
export interface FailedExchange {
  readonly connected: boolean
  readonly answerStarted: boolean
  readonly headersSeen: boolean
  /** The connection had served, or waited for, this long before the request; `null` when it was opened for it. */
  readonly idleNs: number | null
}

/**
 * A server closes connections that idle; a request that crosses such a close fails through nobody's fault.
 * Below this rest a close is not explained by idleness (shortest common keep-alive limit: 5 s, some use 2).
 */
const SHORTEST_IDLE_CLOSE_NS = 1e9

const resourceFailures: Readonly<Record<string, FailureName>> = {
  EADDRNOTAVAIL: 'no-local-port',
  EADDRINUSE: 'no-local-port',
  EMFILE: 'no-file-descriptor',
  ENFILE: 'no-file-descriptor',
}

/** Stable failure name for an error of the transport. */
export function classifyError(error: { readonly name?: string; readonly code?: unknown; readonly message: string }, exchange: FailedExchange): FailureName {
  const code = typeof error.code === 'string' ? error.code : ''
  const resource = resourceFailures[code]
  if (resource !== undefined) return resource
  if (!exchange.connected) return code === 'ECONNREFUSED' ? 'connect-refused' : 'connect-failed'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'truncated-body'
  if (code === 'HPE_INVALID_EOF_STATE') return exchange.headersSeen ? 'truncated-body' : 'early-close'
  // undici's parser gives its errors a code only where it knows one.
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'malformed-answer'

  const lost = code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED'
  const closed = code === 'UND_ERR_SOCKET' && (error.message === 'other side closed' || error.message === 'closed')
  if (!lost && !closed) return code === 'UND_ERR_SOCKET' ? 'malformed-answer' : 'other'
  if (!exchange.answerStarted && exchange.idleNs !== null && exchange.idleNs >= SHORTEST_IDLE_CLOSE_NS) return 'keepalive-race'
  if (lost) return 'reset'
  return exchange.headersSeen ? 'truncated-body' : 'early-close'
}
