import type { CpuIdle } from '../cpu-idle.js'
import { HostgateInputError } from '../errors.js'
import { idleBetween } from '../parse/linux/idle-between.js'
import { parseIdleFromIostat } from '../parse/mac/idle-from-iostat.js'
import { parseIdleFromTop } from '../parse/mac/idle-from-top.js'
import { measured, unknown, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import type { CoreTimes, Host } from './host.js'
import { systemHost } from './system-host.js'

export interface ReadIdleOptions {
  /** Length of the interval; 2 s where a gate depends on it. */
  readonly intervalMs?: number
  readonly host?: Host
}

function perCore(before: readonly CoreTimes[], after: readonly CoreTimes[]): number[] {
  if (before.length !== after.length) return []
  return after.flatMap(({ idleMs, totalMs }, core) => {
    const total = totalMs - before[core]!.totalMs
    const idle = idleMs - before[core]!.idleMs
    return total > 0 && idle >= 0 && idle <= total ? [(100 * idle) / total] : []
  })
}

async function readLinux(host: Host, intervalMs: number): Promise<Reading<CpuIdle>> {
  const before = await host.readText('/proc/stat')
  const startMs = host.nowMs()
  if ('error' in before) return unknown(`/proc/stat cannot be read: ${before.message}`)
  await host.sleep(intervalMs)
  const after = await host.readText('/proc/stat')
  return 'error' in after ? unknown(`/proc/stat cannot be read: ${after.message}`) : idleBetween(before.text, after.text, host.nowMs() - startMs)
}

async function readMac(host: Host, intervalMs: number): Promise<Reading<CpuIdle>> {
  // `top` counts its interval in whole seconds; the cores are read around it, over the same time and a little more.
  const seconds = Math.max(1, Math.round(intervalMs / 1000))
  const timeoutMs = intervalMs + 4_000
  const before = host.coreTimes()
  const startMs = host.nowMs()
  let mean = await fromCommand(host, 'top', ['-l', '2', '-n', '0', '-s', String(seconds)], parseIdleFromTop, timeoutMs)
  if (mean.state !== 'value') {
    const other = await fromCommand(host, 'iostat', ['-w', String(seconds), '-c', '2'], parseIdleFromIostat, timeoutMs)
    if (other.state === 'value') mean = other
  }
  if (mean.state !== 'value') return mean
  const perCorePercent = perCore(before, host.coreTimes())
  return measured({
    meanPercent: mean.value,
    lowestCorePercent: perCorePercent.length === 0 ? null : Math.min(...perCorePercent),
    perCorePercent,
    stealPercent: null,
    intervalMs: host.nowMs() - startMs,
  }, '%', mean.source)
}

/**
 * Idle of the processors over a true interval, of which nothing before this call is part.
 *
 * Does nothing meanwhile, and nor should its caller: work of this process is not idle time.
 *
 * @throws {HostgateInputError} on an interval that is not a number of at least 100 ms, too short for 10 ms counters
 */
export async function readIdle({ intervalMs = 2_000, host = systemHost() }: ReadIdleOptions = {}): Promise<Reading<CpuIdle>> {
  if (!(Number.isFinite(intervalMs) && intervalMs >= 100)) throw new HostgateInputError('LAT_HOST_INTERVAL', `An interval of ${intervalMs} ms is too short to measure idle; use at least 100 ms.`)
  if (host.platform === 'linux') return readLinux(host, intervalMs)
  if (host.platform === 'darwin') return readMac(host, intervalMs)
  return elsewhere(host, 'Idle')
}
