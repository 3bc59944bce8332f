/** A timer fires about a millisecond late, so it only covers what is above this. */
const timerSlackMs = 1
/** Below this the loop is not entered again: the next turn could overshoot by more. */
const spinMs = 0.02

/**
 * Lets `delayUs` pass, then calls `done` with the nanoseconds that really passed.
 *
 * A coarse timer first, then one look at the clock per turn of the event loop, so that other requests are
 * served meanwhile, and a spin of at most 20 us at the end. What counts is the measured delay, not the asked one.
 */
export function plantDelay(delayUs: number, done: (plantedNs: number) => void): void {
  const startMs = performance.now()
  const delayMs = delayUs / 1000

  const poll = () => {
    if (performance.now() - startMs < delayMs - spinMs) {
      setImmediate(poll)
      return
    }
    let passedMs = performance.now() - startMs
    while (passedMs < delayMs) passedMs = performance.now() - startMs
    done(Math.round(passedMs * 1_000_000))
  }

  const timerMs = Math.floor(delayMs - timerSlackMs)
  if (timerMs >= 1) setTimeout(poll, timerMs)
  else poll()
}
