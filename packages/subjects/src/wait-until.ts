interface Wait {
  readonly atMs: number
  readonly reached: () => void
}

/**
 * A timer fires late by up to this much: the rest of a wait is polled. No longer than that, because a process that polls
 * takes a core from the others, and they are slower when it ends.
 */
const COARSE_MS = 0.9
/** Short enough to block nobody, longer than one turn of an idle event loop. */
const SPIN_MS = 0.02

const waits = new Set<Wait>()
let timer: NodeJS.Timeout | undefined
let polling = false

/**
 * Calls back at an instant of `performance.now()`, never before it and, on a quiet machine, within
 * a few microseconds after it.
 *
 * A timer passes the time until shortly before, turns of the event loop the rest, so that other
 * connections go on meanwhile; only the last 20 us are spun.
 *
 * @returns cancels the wait
 */
export function waitUntil(atMs: number, reached: () => void): () => void {
  const wait = { atMs, reached }
  waits.add(wait)
  pollSoon()
  return () => void waits.delete(wait)
}

function pollSoon(): void {
  clearTimeout(timer)
  if (polling) return
  polling = true
  setImmediate(poll)
}

function poll(): void {
  polling = false
  let nextMs = Infinity
  for (const wait of waits) {
    if (wait.atMs - performance.now() <= SPIN_MS) {
      while (performance.now() < wait.atMs);
      waits.delete(wait)
      wait.reached()
    } else if (wait.atMs < nextMs) {
      nextMs = wait.atMs
    }
  }
  if (waits.size === 0) return
  const restMs = nextMs - performance.now() - COARSE_MS
  if (restMs >= 1) {
    clearTimeout(timer)
    timer = setTimeout(pollSoon, Math.floor(restMs))
  } else {
    pollSoon()
  }
}
