import { readFileSync } from 'node:fs'

/** Counters of one thread since its start, or of the whole process where `/proc` has no threads. */
export interface ThreadUsage {
  readonly scope: 'thread' | 'process'
  readonly cpuSeconds: number
  /** Time the thread was ready to run and did not; `null` where the system does not say. */
  readonly runQueueSeconds: number | null
  readonly involuntarySwitches: number
}

/** Reads the counters of a thread (`threadId`) from another one, so that it pays nothing. */
export function threadUsage(id: string | null): ThreadUsage {
  if (id !== null) {
    try {
      const [run, wait] = readFileSync(`/proc/${id}/schedstat`, 'utf8').trim().split(' ').map(Number)
      const switches = /^nonvoluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))
      return { scope: 'thread', cpuSeconds: (run ?? 0) / 1e9, runQueueSeconds: (wait ?? 0) / 1e9, involuntarySwitches: Number(switches?.[1] ?? 0) }
    } catch {
      // A kernel without schedstat: the whole process is the next best.
    }
  }
  const { userCPUTime, systemCPUTime, involuntaryContextSwitches } = process.resourceUsage()
  return { scope: 'process', cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, runQueueSeconds: null, involuntarySwitches: involuntaryContextSwitches }
}

/** What happened between two readings. */
export function usageBetween(before: ThreadUsage, after: ThreadUsage): ThreadUsage {
  const { runQueueSeconds } = after
  return {
    scope: after.scope,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    runQueueSeconds: runQueueSeconds === null || before.runQueueSeconds === null ? null : runQueueSeconds - before.runQueueSeconds,
    involuntarySwitches: after.involuntarySwitches - before.involuntarySwitches,
  }
}
