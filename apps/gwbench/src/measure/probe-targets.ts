import { findMiscounted, notTheUpstream } from './require-reached.js'
import type { Reach } from './require-reached.js'

/** One answer, fetched apart from the measurement; `status` 0 when there was none. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** Why there was no answer, such as ECONNREFUSED. */
  readonly reason: string | null
}

export interface ProbeOptions extends Reach {
  /** Sends the run's own request to a target, follows no redirect. */
  readonly fetchAnswer: (targetIndex: number) => Promise<Answer>
  /** The direct target. */
  readonly directIndex: number
  /** Text of an answer, `null` for what is none; that of a JSON chat completion without it. */
  readonly textOf?: (body: string) => string | null
}

/**
 * Makes sure, before anything is timed, that every target is the upstream behind a gateway: a complete 200, a chat
 * completion, where the upstream is known to repeat itself the same one, and one request at the upstream for each sent.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_THE_UPSTREAM` or `LAT_GWBENCH_TARGET_FAILED`, naming the target and never quoting its answer
 */
export async function probeTargets(options: ProbeOptions): Promise<void> {
  const { targetNames, directIndex, upstreamCount, fetchAnswer, textOf = completionText } = options
  const texts: (string | null)[] = []
  for (const [target, name] of targetNames.entries()) {
    const { status, body, reason } = await fetchAnswer(target)
    if (status !== 200) throw notTheUpstream(`Target "${name}" ${status === 0 ? `gave no answer${reason === null ? '' : ` (${reason})`}` : `answered ${status}`} to the first request. Nothing was measured.`)
    const text = textOf(body)
    if (text === null) throw notTheUpstream(`Target "${name}" answered 200 with ${textOf === completionText ? 'a body that is not a chat completion (no "choices", or an error)' : 'a body that is not a stream of chat completion chunks with content (or has an error in it)'}. Nothing was measured.`)
    texts.push(text)
  }
  if (upstreamCount !== null) {
    const stranger = texts.findIndex((text) => text !== texts[directIndex])
    if (stranger >= 0) throw notTheUpstream(`Target "${targetNames[stranger]}" answers with another text than the upstream, which always gives the same: it changes the answer, or it forwards to another upstream. Nothing was measured.`)
  }
  const miscounted = await findMiscounted(options)
  if (miscounted !== null) throw notTheUpstream(`${miscounted} Nothing was measured.`)
}

/** Text of the first choice of a chat completion; `null` for anything else. */
function completionText(body: string): string | null {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return null
  }
  if (typeof answer !== 'object' || answer === null) return null
  const { choices, error } = answer as { choices?: unknown; error?: unknown }
  if (!Array.isArray(choices) || choices.length === 0 || (error !== undefined && error !== null)) return null
  const message = (choices[0] as { message?: { content?: unknown } } | null)?.message
  return typeof message?.content === 'string' ? message.content : ''
}
