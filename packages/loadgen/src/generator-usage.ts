import { hostTicks, stolenShare } from './host-ticks.js'
import type { HostTicks } from './host-ticks.js'
import { threadUsage, usageBetween } from './thread-usage.js'
import type { ThreadUsage } from './thread-usage.js'

/** The generator's own threads over its steady phase. */
export interface GeneratorUsage {
  readonly scope: 'threads' | 'process'
  readonly seconds: number
  readonly cpuSeconds: number
  /** `null` where only the whole process can be read. */
  readonly ioCpuSeconds: number | null
  readonly runQueueSeconds: number | null
  readonly involuntarySwitches: number
  /** Of all cores' time, given to other machines on the same host; `null` where the system does not say. */
  readonly stolenShare: number | null
}

export interface UsageWatch {
  /** Reads at the two ends of the steady phase, given as ms from now. */
  watch(steadyStartInMs: number, endInMs: number): void
  read(): GeneratorUsage
  stop(): void
}

/** Reads the counters of the I/O and, where there is one, the pacer thread. */
export function createUsageWatch(ioThread: string | null, pacerThread: string | null): UsageWatch {
  const take = (): { readonly atMs: number; readonly io: ThreadUsage; readonly pacer: ThreadUsage | null; readonly host: HostTicks | null } => ({
    atMs: performance.now(),
    io: threadUsage(ioThread),
    pacer: pacerThread === null || ioThread === null ? null : threadUsage(pacerThread),
    host: hostTicks(),
  })
  let before = take()
  let after: ReturnType<typeof take> | null = null
  const timers: NodeJS.Timeout[] = []

  return {
    watch(steadyStartInMs, endInMs) {
      timers.push(
        setTimeout(() => (before = take()), Math.max(0, steadyStartInMs)),
        setTimeout(() => (after = take()), Math.max(0, endInMs)),
      )
    },
    read() {
      const last = after ?? take()
      const io = usageBetween(before.io, last.io)
      const pacer = before.pacer === null || last.pacer === null || last.pacer.scope !== before.pacer.scope ? null : usageBetween(before.pacer, last.pacer)
      const threads = io.scope === 'thread'
      return {
        scope: threads ? 'threads' : 'process',
        seconds: (last.atMs - before.atMs) / 1000,
        cpuSeconds: io.cpuSeconds + (threads ? (pacer?.cpuSeconds ?? 0) : 0),
        ioCpuSeconds: threads ? io.cpuSeconds : null,
        runQueueSeconds: io.runQueueSeconds === null ? null : io.runQueueSeconds + (pacer?.runQueueSeconds ?? 0),
        involuntarySwitches: io.involuntarySwitches + (threads ? (pacer?.involuntarySwitches ?? 0) : 0),
        stolenShare: stolenShare(before.host, last.host),
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
