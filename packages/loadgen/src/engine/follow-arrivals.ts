import { IN_FLIGHT } from '../control.js'
import type { OpenLoop } from './open-loop.js'
import { passAMoment } from './pass-a-moment.js'

/**
 * After it has sent something the thread stays awake this long for the answer: to be woken up costs as much as a fast server
 * takes. No longer, because a slow one may need the core.
 */
export const LINGER_NS = 150_000
/** While nothing is in flight, sockets and timers are looked after this often. */
const POLL_EVERY_NS = 16_000

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

export interface FollowedArrivals {
  /** Time spent in turns that found nothing to do: awake, but not busy. */
  readonly polledNs: number
}

/** Issues every arrival at its instant on the clock of the I/O thread, and sleeps while none is near and no answer is expected at once. */
export function followArrivals({ arrivals, scheduledNs, control, now, near, nextTurn, sleep, isOver }: FollowParts): FollowedArrivals {
  let awakeUntilNs = -Infinity
  let polledNs = 0
  /** Start of the last turn, if it issued nothing. */
  let idleSinceNs = NaN
  let inFlightThen = 0

  function follow(): void {
    if (isOver()) return
    const turnNs = now()
    if (control[IN_FLIGHT] === inFlightThen && !Number.isNaN(idleSinceNs)) polledNs += turnNs - idleSinceNs
    const nearby = near()
    const before = arrivals.issued
    let nowNs = turnNs
    if (before < nearby && control[IN_FLIGHT] === 0) {
      const untilNs = Math.min(scheduledNs[before]!, nowNs + POLL_EVERY_NS)
      while (nowNs < untilNs) nowNs = now()
    }
    const due = arrivals.dueBy(nowNs)
    arrivals.issue(due)
    const idle = arrivals.issued === before
    if (idle) passAMoment()
    else awakeUntilNs = nowNs + LINGER_NS
    idleSinceNs = idle ? turnNs : NaN
    inFlightThen = control[IN_FLIGHT]!
    const expectsAnswer = inFlightThen > 0 && nowNs < awakeUntilNs
    // What is due and waits for a slot keeps the thread awake too.
    if (arrivals.issued < Math.max(nearby, due) || expectsAnswer) return nextTurn(follow)
    idleSinceNs = NaN
    if (!arrivals.allIssued) sleep(nearby, follow)
  }

  follow()
  return {
    get polledNs() {
      return polledNs
    },
  }
}
