import { parseCgroupPath } from '../parse/linux/cgroup-path.js'
import { parseCpuQuota, type CpuQuota } from '../parse/linux/cpu-quota.js'
import { parseAutogroup } from '../parse/linux/autogroup.js'
import { parseGovernor, type Governor } from '../parse/linux/governor.js'
import { parsePressure, type CpuPressure } from '../parse/linux/pressure.js'
import { parseTranslation } from '../parse/mac/translation.js'
import { measured, unknown, unsupported, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromFile, textOrEmpty } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

const CPUS = '/sys/devices/system/cpu'
const GROUPS = '/sys/fs/cgroup'

/** Frequency governor of all cores. */
export async function readGovernor(host: Host = systemHost()): Promise<Reading<Governor>> {
  if (host.platform === 'darwin') return unsupported('macOS chooses the frequency itself.')
  if (host.platform !== 'linux') return elsewhere(host, 'The frequency governor')
  const cores = (await host.list(CPUS)).filter((name) => /^cpu\d+$/.test(name))
  const reads = await Promise.all(cores.map((name) => host.readText(`${CPUS}/${name}/cpufreq/scaling_governor`)))
  const failed = reads.find((read) => 'error' in read && read.error !== 'ENOENT' && read.error !== 'ENOTDIR')
  if (failed !== undefined && 'error' in failed) return unknown(`A frequency governor cannot be read: ${failed.message}`)
  const driver = await textOrEmpty(host, `${CPUS}/${cores[0] ?? 'cpu0'}/cpufreq/scaling_driver`)
  return parseGovernor(reads.flatMap((read) => ('text' in read ? [read.text] : [])), driver)
}

/** Share of time in which tasks waited for a processor. */
export async function readPressure(host: Host = systemHost()): Promise<Reading<CpuPressure>> {
  if (host.platform === 'darwin') return unsupported('macOS has no pressure stall information.')
  return host.platform === 'linux' ? fromFile(host, '/proc/pressure/cpu', parsePressure) : elsewhere(host, 'CPU pressure')
}

/** A control group and all that it is inside of, innermost first. */
function upToRoot(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  return Array.from({ length: parts.length + 1 }, (_, up) => parts.slice(0, parts.length - up).map((part) => `/${part}`).join(''))
}

/** The limit that binds: the group of this process may say `max` while one around it says half a core. */
function tightest(limits: readonly Reading<CpuQuota>[]): Reading<CpuQuota> | null {
  const bad = limits.find(({ state }) => state !== 'value')
  if (bad !== undefined) return bad
  return limits.reduce<Reading<CpuQuota> | null>((least, limit) => (least === null || coresOf(limit) < coresOf(least) ? limit : least), null)
}

function coresOf(limit: Reading<CpuQuota>): number {
  return (limit.state === 'value' ? limit.value.cores : null) ?? Infinity
}

/** Processor limit of the control groups, of either version, that this process is in. */
export async function readCpuQuota(host: Host = systemHost()): Promise<Reading<CpuQuota>> {
  if (host.platform === 'darwin') return unsupported('macOS has no control groups.')
  if (host.platform !== 'linux') return elsewhere(host, 'The CPU quota')
  const groups = await textOrEmpty(host, '/proc/self/cgroup')
  const limits: Reading<CpuQuota>[] = []
  for (const directory of upToRoot(parseCgroupPath(groups, '') ?? '/').map((group) => `${GROUPS}${group}`)) {
    const limit = await host.readText(`${directory}/cpu.max`)
    if ('text' in limit) limits.push(parseCpuQuota(limit.text, await textOrEmpty(host, `${directory}/cpu.stat`), `${directory}/cpu.max`))
  }
  if (limits.length > 0) return tightest(limits)!
  for (const directory of upToRoot(parseCgroupPath(groups, 'cpu') ?? '/').map((group) => `${GROUPS}/cpu${group}`)) {
    const [quota, period] = await Promise.all([host.readText(`${directory}/cpu.cfs_quota_us`), host.readText(`${directory}/cpu.cfs_period_us`)])
    if ('text' in quota && 'text' in period) limits.push(parseCpuQuota(`${quota.text.trim()} ${period.text.trim()}`, await textOrEmpty(host, `${directory}/cpu.stat`), `${directory}/cpu.cfs_quota_us`))
  }
  return tightest(limits) ?? unsupported('The control group of this process has no processor limit.')
}

/** Whether the scheduler groups processes by session. */
export async function readAutogroup(host: Host = systemHost()): Promise<Reading<boolean>> {
  if (host.platform === 'darwin') return unsupported('macOS has no scheduler autogroups.')
  return host.platform === 'linux' ? fromFile(host, '/proc/sys/kernel/sched_autogroup_enabled', parseAutogroup) : elsewhere(host, 'The autogroup setting')
}

/** Whether this process is an Intel program that Apple silicon translates. */
export async function readTranslation(host: Host = systemHost()): Promise<Reading<boolean>> {
  if (host.platform !== 'darwin') return measured(false, 'flag', 'platform')
  const ask = async (name: string): Promise<string> => {
    const result = await host.run('sysctl', ['-n', name], 4_000)
    if (!result.ran) return result.message
    return result.exitCode === 0 ? result.stdout : result.stderr
  }
  const [translated, arm64] = await Promise.all([ask('sysctl.proc_translated'), ask('hw.optional.arm64')])
  return parseTranslation(translated, arm64, host.architecture)
}
