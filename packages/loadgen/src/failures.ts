/**
 * Reasons for which an answer counts as failed, as they are stored: the index is the code of the column,
 * so new names go to the end. `status` and `redirect` are completed with the row's HTTP status.
 */
const failureNames = [
  'none',
  'status',
  'redirect',
  'timeout',
  'connect-refused',
  'connect-failed',
  'reset',
  'early-close',
  'keepalive-race',
  'truncated-body',
  'excess-bytes',
  'malformed-answer',
  'encoding-mismatch',
  'body-not-json',
  'body-error',
  'not-a-stream',
  'empty-stream',
  'malformed-event',
  'stream-error',
  'truncated-stream',
  'no-local-port',
  'no-file-descriptor',
  'other',
] as const

export type FailureName = (typeof failureNames)[number]

const codes = new Map<string, number>(failureNames.map((name, index) => [name, index]))

/** Code of a failure in the columns. */
export function failureCode(name: FailureName): number {
  return codes.get(name)!
}

/** Stable name of a failure, such as `status-500`; `null` for code 0. */
export function failureName(code: number, status: number): string | null {
  const name = failureNames[code] ?? 'other'
  if (name === 'none') return null
  return name === 'status' || name === 'redirect' ? `${name}-${status}` : name
}
