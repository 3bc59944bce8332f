import { performance } from 'node:perf_hooks'
import type { BlockedLoop } from '../io-messages.js'

/** Plants the fault a self-check must see: a busy loop in the thread of the sockets. Returns its end. */
export function blockLoop({ blockMs, everyMs }: BlockedLoop): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + blockMs
    while (performance.now() < until);
  }, everyMs)
  return () => clearInterval(timer)
}
