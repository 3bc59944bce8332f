import { IN_FLIGHT } from '../control.js'
import type { OpenLoop } from './open-loop.js'
import { LEAD_NS } from './pace.js'
import { passAMoment } from './pass-a-moment.js'

/**
 * After it has sent something the thread stays awake this long for the answer: to be woken up costs as much as a fast server
 * takes. No longer, because a slow one may need the core.
 */
export const LINGER_NS = 150_000

export interface FollowParts {
  readonly arrivals: Pick<OpenLoop, 'issue' | 'dueBy' | 'issued' | 'allIssued'>
  readonly scheduledNs: Float64Array
  readonly control: Int32Array
  readonly now: () => number
  /** Number of arrivals whose instant is near. */
  readonly near: () => number
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (next: () => void) => void
  /** Calls back once more arrivals are near than these. */
  readonly sleep: (near: number, next: () => void) => void
  readonly isOver: () => boolean
}

/** Issues every arrival at its instant on the clock of the I/O thread, and sleeps while none is near and no answer is expected at once. */
export function followArrivals({ arrivals, scheduledNs, control, now, near, nextTurn, sleep, isOver }: FollowParts): void {
  let awakeUntilNs = -Infinity

  function follow(): void {
    if (isOver()) return
    const nearby = near()
    const before = arrivals.issued
    // With nothing in flight there is nothing to poll for.
    if (before < nearby && control[IN_FLIGHT] === 0 && scheduledNs[before]! - now() <= LEAD_NS) while (now() < scheduledNs[before]!);
    const nowNs = now()
    arrivals.issue(arrivals.dueBy(nowNs))
    if (arrivals.allIssued) return
    if (arrivals.issued > before) awakeUntilNs = nowNs + LINGER_NS
    else passAMoment()
    if (arrivals.issued < nearby || (control[IN_FLIGHT]! > 0 && nowNs < awakeUntilNs)) nextTurn(follow)
    else sleep(nearby, follow)
  }

  follow()
}
