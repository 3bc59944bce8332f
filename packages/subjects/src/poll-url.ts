import { setTimeout as sleep } from 'node:timers/promises'
import { getOnce } from './get-once.js'

const POLL_MS = 15
const ATTEMPT_TIMEOUT_MS = 1000

/**
 * Polls a URL until it answers as it should; rejects when aborted.
 *
 * @param onAttempt told in a few words how each unsuccessful attempt ended
 */
export async function pollUrl(ready: { readonly url: string; readonly status?: number | undefined }, signal: AbortSignal, onAttempt: (outcome: string) => void): Promise<void> {
  for (;;) {
    try {
      const { status } = await getOnce(ready.url, { timeoutMs: ATTEMPT_TIMEOUT_MS, signal })
      if (ready.status === undefined ? status >= 200 && status < 300 : status === ready.status) return
      onAttempt(`status ${status}`)
    } catch (error) {
      signal.throwIfAborted()
      onAttempt(error instanceof Error ? error.message : String(error))
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}
