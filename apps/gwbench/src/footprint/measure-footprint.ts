import { processTreeUsage, valueOrNull } from '@lat/hostgate'
import { closedLoop } from '@lat/loadgen'
import { setTimeout as sleep } from 'node:timers/promises'
import { GwbenchInputError } from '../errors.js'
import { requestHeaders } from '../run/request-headers.js'
import type { StartedTarget } from '../run/start-subject-target.js'
import { watchUsage } from '../run/watch-usage.js'

export interface FootprintReading {
  readonly readyMs: number
  readonly idleRssBytes: number
  readonly loadedRssBytes: number
  readonly cpuSecondsPerSecond: number
  readonly requestsPerSecond: number
  readonly processes: number
}

export interface FootprintOptions {
  readonly body: string
  readonly users: number
  readonly loadMs: number
  readonly signal: AbortSignal
}

const SETTLE_MS = 2000
const LONGEST_SETTLE_MS = 20_000
const SETTLED_SHARE = 0.01

/** Memory and processor time of one start of a gateway, idle and under a closed load. @throws {GwbenchInputError} naming the target when a request fails */
export async function measureFootprint(target: StartedTarget, { body, users, loadMs, signal }: FootprintOptions): Promise<FootprintReading> {
  const idle = await settled(target, signal)
  const watch = watchUsage(target.pid)
  const load = await closedLoop({ name: target.name, target: { name: target.name, url: target.url, headers: requestHeaders(target), body, expect: 'json' }, users, warmupMs: 0, steadyMs: loadMs }, { signal })
  const used = await watch.end()
  if (used === null) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "${target.name}" (pid ${target.pid}) ended while it was under load.`)
  const { failed, ok } = load.steady
  if (failed > 0 || ok === 0) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "${target.name}" failed ${failed} of ${failed + ok} requests (${Object.keys(load.failures).join(', ') || 'none was answered'}). What it uses while it fails is not its footprint.`)
  return { readyMs: target.startMs, idleRssBytes: idle.rssBytes, loadedRssBytes: used.highestRssBytes, cpuSecondsPerSecond: used.cpuSecondsPerSecond, requestsPerSecond: load.completedPerSecond, processes: idle.processes }
}

async function settled({ name, pid }: StartedTarget, signal: AbortSignal): Promise<{ readonly rssBytes: number; readonly processes: number }> {
  const endMs = performance.now() + LONGEST_SETTLE_MS
  for (let before: number | null = null; ; ) {
    const usage = valueOrNull(await processTreeUsage(pid))
    if (usage === null) throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Memory of target "${name}" (pid ${pid}) cannot be read.`)
    if ((before !== null && Math.abs(usage.rssBytes - before) <= SETTLED_SHARE * before) || performance.now() > endMs) return usage
    before = usage.rssBytes
    await sleep(SETTLE_MS, undefined, { signal })
  }
}
