import { setTimeout as sleep } from 'node:timers/promises'
import { acceptsConnections } from './accepts-connections.js'
import { describeHolder } from './describe-holder.js'
import { SubjectFailure } from './errors.js'
import { portHolder } from './port-holder.js'

const POLL_MS = 10
const TIMEOUT_MS = 5000

/**
 * Resolves when nothing accepts connections on the port of a stopped program any more.
 *
 * @throws {SubjectFailure} `LAT_SUBJ_NOT_STOPPED` after 5 s, naming the process that still listens
 */
export async function awaitPortClosed(port: number, name: string): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS
  while (await acceptsConnections(port)) {
    if (performance.now() > deadlineMs) {
      const holder = await portHolder(port)
      throw new SubjectFailure('LAT_SUBJ_NOT_STOPPED', `${name} was stopped, but port ${port} is still held by ${describeHolder(holder)}. End that process before the next run.`, { pid: holder?.pid ?? null })
    }
    await sleep(POLL_MS)
  }
}
