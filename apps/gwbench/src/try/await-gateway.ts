import { setTimeout as sleep } from 'node:timers/promises'
import { GwbenchInputError } from '../errors.js'
import type { Answer } from '../measure/probe-targets.js'

export interface AwaitGatewayOptions {
  /** Sends the run's own request to the gateway. */
  readonly ask: () => Promise<Answer>
  /** Requests the upstream has answered. */
  readonly upstreamCount: () => Promise<number>
  readonly limitMs: number
  readonly pauseMs: number
  /** What the last attempt found, whenever that changes. */
  readonly onNews: (what: string) => void
  readonly signal: AbortSignal
}

/**
 * Asks a gateway again and again until a request arrives at the upstream and comes back as a 200.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_TARGET_FAILED` when the time is up, with what was found last
 */
export async function awaitGateway({ ask, upstreamCount, limitMs, pauseMs, onNews, signal }: AwaitGatewayOptions): Promise<void> {
  const endMs = performance.now() + limitMs
  let last = ''
  while (!signal.aborted) {
    const before = await upstreamCount()
    const { status, reason } = await ask()
    const arrived = (await upstreamCount()) - before
    if (status === 200 && arrived > 0) return
    const where = arrived > 0 ? 'and a request arrived at the upstream' : 'and nothing arrived at the upstream'
    const news = status === 0 ? `no answer yet (${reason ?? 'unknown reason'}), ${where}` : `it answered ${status}, ${where}`
    if (news !== last) onNews(news)
    last = news
    if (performance.now() >= endMs) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "gateway" did not pass a request on within ${Math.round(limitMs / 1000)} s: ${news}. Nothing was measured.`)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted while waiting for the gateway; nothing was measured.')
}
