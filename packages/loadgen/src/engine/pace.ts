import { NEAR, STOP } from '../control.js'

/**
 * An arrival is announced this long before its instant: a sleeping thread and its core take 50 to 250 us to be at work again,
 * and code that has just run is fast.
 */
export const LEAD_NS = 300_000

export interface PaceParts {
  readonly scheduledNs: Float64Array
  readonly control: Int32Array
  readonly now: () => number
  /** Sleeps at least about this long; returns early when the cell is stopped. */
  readonly sleep: (ns: number) => void
}

/** Wakes the I/O thread shortly before every arrival, from a thread that does nothing else. */
export function pace({ scheduledNs, control, now, sleep }: PaceParts): void {
  const count = scheduledNs.length
  let near = 0
  while (near < count) {
    const restNs = scheduledNs[near]! - LEAD_NS - now()
    if (restNs > 0) sleep(restNs)
    if (Atomics.load(control, STOP) !== 0) return
    const untilNs = now() + LEAD_NS
    while (near < count && scheduledNs[near]! <= untilNs) near += 1
    Atomics.store(control, NEAR, near)
    Atomics.notify(control, NEAR)
  }
}
