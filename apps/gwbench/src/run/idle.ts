/** A timer fires late by up to this much: the rest of a gap is polled, as the driver polls while it waits. */
const COARSE_MS = 2

/** Resolves after a gap, within microseconds on a quiet machine. */
export function idle(ms: number): Promise<void> {
  const endMs = performance.now() + ms
  return new Promise((resolve) => {
    const poll = (): void => {
      if (performance.now() >= endMs) resolve()
      else setImmediate(poll)
    }
    if (ms > COARSE_MS + 1) setTimeout(poll, ms - COARSE_MS)
    else poll()
  })
}
