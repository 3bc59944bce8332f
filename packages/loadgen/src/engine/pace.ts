import { DUE, STOP } from '../control.js'

/** The last stretch before an instant is spun: sleeping wakes up tens of microseconds late. */
export const SPIN_NS = 120_000

export interface PaceParts {
  readonly scheduledNs: Float64Array
  readonly control: Int32Array
  readonly now: () => number
  /** Sleeps at most this long; returns early when the cell is stopped. */
  readonly sleep: (ns: number) => void
}

/**
 * Announces every arrival at its instant, from a thread that does nothing else: sleep until shortly
 * before it, spin the rest, raise the count of arrivals due and wake the I/O thread.
 */
export function pace({ scheduledNs, control, now, sleep }: PaceParts): void {
  const count = scheduledNs.length
  let due = 0
  while (due < count) {
    const instantNs = scheduledNs[due]!
    for (let rest = instantNs - now(); rest > SPIN_NS; rest = instantNs - now()) {
      sleep(rest - SPIN_NS)
      if (Atomics.load(control, STOP) !== 0) return
    }
    while (now() < instantNs);
    if (Atomics.load(control, STOP) !== 0) return
    const nowNs = now()
    while (due < count && scheduledNs[due]! <= nowNs) due += 1
    Atomics.store(control, DUE, due)
    Atomics.notify(control, DUE)
  }
}
