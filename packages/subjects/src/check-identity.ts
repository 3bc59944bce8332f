import { setTimeout as sleep } from 'node:timers/promises'
import { describeHolder } from './describe-holder.js'
import { SubjectFailure } from './errors.js'
import { getOnce } from './get-once.js'
import { portHolder } from './port-holder.js'
import { processGroupOf } from './process-group-of.js'

/** What is known about who answers: the stamp of this run, or only which file was started. */
export type SubjectIdentity =
  | { readonly kind: 'stamp'; readonly reported: string }
  | { readonly kind: 'not-identified'; readonly note: string }

export interface IdentityQuestion {
  readonly name: string
  /** Pid of the program that was started, and its process group. */
  readonly pid: number
  readonly port: number
  /** Where and in which field the program reports its version; `null` when it cannot. */
  readonly address: { readonly url: string; readonly field: string } | null
  readonly stamp: string
  readonly executable: { readonly path: string; readonly sha256: string }
  readonly signal: AbortSignal
}

const PATIENCE_MS = 5000
const POLL_MS = 20

/**
 * Makes sure that the program which answers is the one that was started: being ready is not an identity.
 *
 * A program that reports a version must report `stamp`. Of one that cannot, the listener on its
 * port must at least belong to the process group that was started.
 *
 * @throws {SubjectFailure} `LAT_SUBJ_WRONG_IDENTITY`, naming who holds the port
 */
export async function checkIdentity(question: IdentityQuestion): Promise<SubjectIdentity> {
  if (question.address === null) return identifyByGroup(question)
  const { address: { url, field }, name, stamp, pid } = question

  const reported = fieldOf(await answerFrom(url, question), field)
  if (reported === stamp) return { kind: 'stamp', reported }
  const said = reported === undefined ? `has no field "${field}"` : `reports ${field} ${JSON.stringify(reported)}`
  const port = Number(new URL(url).port) || 80
  const holder = await portHolder(port)
  throw new SubjectFailure(
    'LAT_SUBJ_WRONG_IDENTITY',
    `${url} ${said}, but this run started ${name} as "${stamp}" (pid ${pid}); port ${port} is held by ${describeHolder(holder)}. What answers is not what was started: end it and start again.`,
    { pid: holder?.pid ?? null },
  )
}

async function answerFrom(url: string, { name, signal }: IdentityQuestion): Promise<string> {
  const deadlineMs = performance.now() + PATIENCE_MS
  for (;;) {
    let outcome: string
    try {
      const { status, body } = await getOnce(url, { timeoutMs: 1000, signal })
      if (status === 200) return body
      outcome = `status ${status}`
    } catch (error) {
      signal.throwIfAborted()
      outcome = (error as Error).message
    }
    if (performance.now() > deadlineMs) throw new SubjectFailure('LAT_SUBJ_WRONG_IDENTITY', `${name} did not say who it is: ${url} gave ${outcome} for ${PATIENCE_MS} ms.`)
    await sleep(POLL_MS, undefined, { signal })
  }
}

function fieldOf(body: string, field: string): unknown {
  try {
    return field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], JSON.parse(body))
  } catch {
    return undefined
  }
}

async function identifyByGroup({ name, pid, port, executable }: IdentityQuestion): Promise<SubjectIdentity> {
  const holder = await portHolder(port)
  const group = holder?.pid == null ? null : processGroupOf(holder.pid)
  if (group !== null && group !== pid) {
    throw new SubjectFailure('LAT_SUBJ_WRONG_IDENTITY', `Port ${port} is held by ${describeHolder(holder)}, which is not in the process group of ${name} (pid ${pid}). End it, or tell ${name} to stay in the foreground.`, { pid: holder!.pid })
  }
  const listener = group === null ? 'nobody could see who listens on its port' : `pid ${holder!.pid!} of its own group listens on port ${port}`
  return { kind: 'not-identified', note: `${name} reports no version: ${executable.path}, sha256 ${executable.sha256}; ${listener}` }
}
