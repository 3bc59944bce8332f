import { performance } from 'node:perf_hooks'

/**
 * Nanoseconds since one instant that all threads agree on.
 *
 * `performance.now()` is the cheapest clock of a thread, but each thread counts it from its own origin;
 * `process.hrtime` is one monotonic clock for all of them, and only used to find the offset.
 */
export class ThreadClock {
  private offsetNs = 0

  /** @param startNs instant that reads 0, on the `process.hrtime.bigint()` clock */
  startAt(startNs: bigint): void {
    let closest = Infinity
    for (let sample = 0; sample < 25; sample += 1) {
      const before = process.hrtime.bigint()
      const own = performance.now()
      const after = process.hrtime.bigint()
      const width = Number(after - before)
      if (width >= closest) continue
      closest = width
      this.offsetNs = Number(before - startNs) + width / 2 - own * 1e6
    }
  }

  now(): number {
    return performance.now() * 1e6 + this.offsetNs
  }
}
