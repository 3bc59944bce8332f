/** Monotonic nanoseconds since this module was loaded: exact as a number for 104 days. */
const originNs = process.hrtime.bigint()
export function nowNs(): number {
  return Number(process.hrtime.bigint() - originNs)
}

export interface DeadlinePoller {
  /** Runs the callback at the deadline, never before it. */
  readonly at: (deadlineNs: number, run: () => void) => void
}

/** Polled before each deadline: a timer is this far off at most, so the deadline is met to the microsecond. */
export const FINE_NS = 2_000_000
/** Polled only after a timer that fired early, within its millisecond: deadlines are met to the millisecond at little cost. */
export const COARSE_NS = 0

/** Within this the poller no longer yields: shorter than the work of one request, so nothing else waits noticeably. */
const SPIN_NS = 30_000

/**
 * Waits more finely than a timer without keeping other requests waiting.
 *
 * A timer covers all but the last `polledNs`; then the event loop polls the clock between its other
 * work; only the last 30 us are a spin.
 */
export function createDeadlinePoller(polledNs: number = FINE_NS): DeadlinePoller {
  let waiting: { readonly deadlineNs: number; readonly run: () => void }[] = []
  let polling = false

  function poll(): void {
    const dueBeforeNs = nowNs() + SPIN_NS
    const due = waiting.filter(({ deadlineNs }) => deadlineNs <= dueBeforeNs).sort((a, b) => a.deadlineNs - b.deadlineNs)
    if (due.length > 0) waiting = waiting.filter(({ deadlineNs }) => deadlineNs > dueBeforeNs)
    for (const { deadlineNs, run } of due) {
      while (nowNs() < deadlineNs);
      run()
    }
    polling = waiting.length > 0
    if (polling) setImmediate(poll)
  }

  function add(deadlineNs: number, run: () => void): void {
    waiting.push({ deadlineNs, run })
    if (polling) return
    polling = true
    setImmediate(poll)
  }

  return {
    at(deadlineNs, run) {
      const coarseMs = Math.floor((deadlineNs - nowNs() - polledNs) / 1_000_000)
      if (coarseMs < 1) add(deadlineNs, run)
      else setTimeout(() => add(deadlineNs, run), coarseMs)
    },
  }
}
