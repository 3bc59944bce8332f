const causes: readonly (readonly [RegExp, string])[] = [
  [/connection refused/i, 'connect-refused'],
  [/deadline exceeded|timeout|timed out/i, 'timeout'],
  [/connection reset|broken pipe/i, 'reset'],
  [/unexpected EOF/i, 'truncated-body'],
  [/\bEOF\b/, 'early-close'],
  [/too many open files/i, 'no-file-descriptor'],
  [/assign requested address/i, 'no-local-port'],
  [/no such host|no route to host|network is unreachable/i, 'connect-failed'],
]

/** Failure code for the error text of a Go program, in the words of our own generator. @example transportFailure('read: connection reset by peer') // 'reset' */
export function transportFailure(text: string): string {
  return causes.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}
