import { readFileSync } from 'node:fs'

/** Counters of some threads, or of the whole process where `/proc` has no threads. */
export interface ThreadUsage {
  readonly scope: 'threads' | 'process'
  readonly cpuSeconds: number
  /** Time the threads were ready to run and did not; `null` where the system does not say. */
  readonly runQueueSeconds: number | null
  readonly involuntarySwitches: number
}

function readThread(id: string): Omit<ThreadUsage, 'scope'> {
  const [run, wait] = readFileSync(`/proc/${id}/schedstat`, 'utf8').trim().split(' ').map(Number)
  const switches = /^nonvoluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))
  return { cpuSeconds: (run ?? 0) / 1e9, runQueueSeconds: (wait ?? 0) / 1e9, involuntarySwitches: Number(switches?.[1] ?? 0) }
}

/** Reads the counters of the given threads (`threadId`); the caller is not one of them, so they pay nothing. */
export function threadUsage(ids: readonly (string | null)[]): ThreadUsage {
  try {
    const known = ids.filter((id) => id !== null)
    if (known.length === ids.length && known.length > 0) {
      const threads = known.map(readThread)
      return {
        scope: 'threads',
        cpuSeconds: threads.reduce((sum, thread) => sum + thread.cpuSeconds, 0),
        runQueueSeconds: threads.reduce((sum, thread) => sum + (thread.runQueueSeconds ?? 0), 0),
        involuntarySwitches: threads.reduce((sum, thread) => sum + thread.involuntarySwitches, 0),
      }
    }
  } catch {
    // A kernel without schedstat: the whole process is the next best.
  }
  const { userCPUTime, systemCPUTime, involuntaryContextSwitches } = process.resourceUsage()
  return { scope: 'process', cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, runQueueSeconds: null, involuntarySwitches: involuntaryContextSwitches }
}
