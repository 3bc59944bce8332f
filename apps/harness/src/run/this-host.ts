import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from './host.js'

function cpuTimes() {
  return cpus().map(({ times }) => ({ idle: times.idle, total: times.user + times.nice + times.sys + times.idle + times.irq }))
}

/** TEMPORARY seam until hostgate offers readings. */
export const thisHost: Host = {
  async read(intervalMs) {
    const a = cpuTimes()
    await sleep(intervalMs)
    const b = cpuTimes()
    const idle = b.reduce((s, t, i) => s + t.idle - a[i]!.idle, 0)
    const total = b.reduce((s, t, i) => s + t.total - a[i]!.total, 0)
    const [l1, l5, l15] = loadavg() as [number, number, number]
    return { at: new Date().toISOString(), idlePercent: total > 0 ? (100 * idle) / total : null, lowestCoreIdlePercent: null, stealPercent: null, loadAverages: [l1, l5, l15], timeWait: null, powerSource: null, thermal: null }
  },
  treeUsage: async () => ({ cpuSeconds: null, rssBytes: null, processes: null }),
  keepAwake: () => ({ release: () => undefined }),
}
