import { GwbenchInputError } from '../errors.js'
import type { OneAtATime } from './one-at-a-time.js'
import { readAnswer } from './read-answer.js'
import type { UpstreamCount } from './upstream-count.js'

export interface Reach {
  readonly client: OneAtATime
  readonly targetNames: readonly string[]
  readonly upstreamCount: UpstreamCount
}

export interface Miscount {
  readonly sent: number
  readonly counted: number
  /** Where it was noticed, such as `in round 12`. */
  readonly when: string
}

const TRIES = 3

/**
 * Finds the target whose requests the upstream does not count one by one, and throws in its name.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_THE_UPSTREAM`, always
 */
export async function requireReached(reach: Reach, { sent, counted, when }: Miscount): Promise<never> {
  const found = await findMiscounted(reach)
  const noticed = `The upstream counted ${counted} of ${sent} requests ${when}.`
  if (found !== null) throw notTheUpstream(`${noticed} ${found}`)
  throw notTheUpstream(`${noticed} Asked one by one, every target reaches it exactly once: a cache or a retry that comes and goes, or another client of the same upstream.`)
}

/** A sentence about the first target that the upstream miscounts, or `null`. */
export async function findMiscounted({ client, targetNames, upstreamCount }: Reach): Promise<string | null> {
  if (upstreamCount === null) return null
  for (const [target, name] of targetNames.entries()) {
    const before = await upstreamCount()
    for (let attempt = 0; attempt < TRIES; attempt += 1) readAnswer(name, await client.request(target), 'when asked alone')
    const reached = (await upstreamCount()) - before
    if (reached < TRIES) return `Target "${name}" answered ${TRIES} requests of which ${reached} reached the upstream: it answers from a cache, or it forwards to another upstream.`
    if (reached > TRIES) return `Target "${name}" turned ${TRIES} requests into ${reached} at the upstream: it retries, or it sends copies.`
  }
  return null
}

/** The refusal to measure something that is not the upstream behind a gateway. */
export function notTheUpstream(message: string): GwbenchInputError {
  return new GwbenchInputError('LAT_GWBENCH_NOT_THE_UPSTREAM', message)
}
