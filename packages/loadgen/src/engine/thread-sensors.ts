import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import type { Collections, LoopDelay } from '../io-messages.js'

/** A finer sampler would wake the thread a thousand times a second and be load itself. */
const RESOLUTION_MS = 10

export interface ThreadSensors {
  start(): void
  /** Forgets what came before: the steady phase starts here. */
  restart(): void
  /** Ends the sensors; readings beyond the sampling interval. */
  stop(): { readonly loopDelay: LoopDelay; readonly collections: Collections }
}

/** Event-loop delay and garbage collections of the calling thread. */
export function createThreadSensors(): ThreadSensors {
  const loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const pauses = { count: 0, totalMs: 0, longestMs: 0, fromMs: 0 }
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime < pauses.fromMs) continue
      pauses.count += 1
      pauses.totalMs += duration
      if (duration > pauses.longestMs) pauses.longestMs = duration
    }
  })
  const beyond = (ns: number): number => (loopDelay.count === 0 ? 0 : Math.max(0, Math.round(ns - RESOLUTION_MS * 1e6)))

  return {
    start() {
      loopDelay.enable()
      observer.observe({ entryTypes: ['gc'] })
    },
    restart() {
      loopDelay.reset()
      pauses.fromMs = performance.now()
    },
    stop() {
      loopDelay.disable()
      observer.disconnect()
      return {
        loopDelay: { p99Ns: beyond(loopDelay.percentile(99)), maxNs: beyond(loopDelay.max) },
        collections: { count: pauses.count, totalNs: Math.round(pauses.totalMs * 1e6), longestNs: Math.round(pauses.longestMs * 1e6) },
      }
    },
  }
}
