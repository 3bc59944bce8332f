import type { Fault } from '../core/request.js'
import { wholeAnswer } from '../core/write-answer.js'
import type { Fields } from '../core/write-answer.js'

/** Both names, because the two official clients read one each. */
export const REQUEST_ID_FIELDS = { 'x-request-id': 'req_REDACTED0000000000000000', 'request-id': 'req_REDACTED0000000000000000' }

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}
const OPENAI_TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error', 500: 'server_error' }

/** Error body of the family a path belongs to: Anthropic under `/v1/messages`, OpenAI elsewhere. */
export function errorBody(status: number, message: string, path: string | null): Buffer {
  if (isAnthropicPath(path)) {
    const type = ANTHROPIC_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
    return Buffer.from(JSON.stringify({ type: 'error', error: { type, message }, request_id: REQUEST_ID_FIELDS['request-id'] }))
  }
  const type = OPENAI_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return Buffer.from(JSON.stringify({ error: { message, type, param: null, code: null } }))
}

export function errorAnswer(status: number, message: string, path: string | null, fields: Fields = {}): Buffer {
  return wholeAnswer(status, { 'Content-Type': 'application/json', ...REQUEST_ID_FIELDS, ...fields }, errorBody(status, message, path))
}

/** Answer to broken HTTP; the connection closes behind it. */
export function faultAnswer({ status, reason, path }: Fault): Buffer {
  return errorAnswer(status, reason, path, { Connection: 'close' })
}

export function isAnthropicPath(path: string | null): boolean {
  return path !== null && (path === '/v1/messages' || path.startsWith('/v1/messages/'))
}
