import type { Answer } from '../measure/probe-targets.js'
import type { MeasuredTarget } from './measured-target.js'
import { requestHeaders } from './request-headers.js'

const TIMEOUT_MS = 30_000

/** One answer of a target on a connection of its own, redirects not followed; status 0 and a code when there is none. */
export async function fetchAnswer(target: MeasuredTarget, body: string, signal?: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(target.url, { method: 'POST', headers: requestHeaders(target), body, redirect: 'manual', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { status: answer.status, body: await answer.text(), reason: null }
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code
    return { status: 0, body: '', reason: timeout.aborted ? `not within ${TIMEOUT_MS / 1000} s` : typeof cause === 'string' ? cause : null }
  }
}
