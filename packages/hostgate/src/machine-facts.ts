import type { Host } from './probe/host.js'
import { readAutogroup, readCpuQuota, readGovernor, readTranslation } from './probe/read-processor-limits.js'
import { readEphemeralPorts, readFileLimit, readListenBacklog } from './probe/read-sockets.js'
import { readVirtualisation } from './probe/read-virtualisation.js'
import { systemHost } from './probe/system-host.js'
import type { CpuQuota } from './parse/linux/cpu-quota.js'
import type { Governor } from './parse/linux/governor.js'
import type { Virtualisation } from './parse/linux/virtualisation.js'
import type { PortRange } from './parse/port-range.js'
import type { Reading } from './reading.js'

/** What a manifest records of a machine. Nothing here names its user, its host, its network or its serial number. */
export interface MachineFacts {
  readonly platform: string
  readonly kernel: string
  readonly architecture: string
  readonly cpuModel: string
  readonly coreCount: number
  readonly memoryBytes: number
  readonly nodeVersion: string
  /** Short tag for run names, such as `linux-x64-2c` or `apple-m4-max-16c`. */
  readonly hardwareTag: string
  readonly virtualisation: Reading<Virtualisation>
  readonly translated: Reading<boolean>
  readonly governor: Reading<Governor>
  readonly cpuQuota: Reading<CpuQuota>
  readonly autogroup: Reading<boolean>
  readonly fileLimit: Reading<number>
  readonly ephemeralPorts: Reading<PortRange>
  readonly listenBacklog: Reading<number>
}

/** @example hardwareTag({ platform: 'linux', architecture: 'x64', cpuModel: 'Xeon', coreCount: 2 }) // 'linux-x64-2c' */
export function hardwareTag({ platform, architecture, cpuModel, coreCount }: Pick<Host, 'platform' | 'architecture' | 'cpuModel' | 'coreCount'>): string {
  const words = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const apple = /^Apple [\w ]{1,20}$/.test(cpuModel) ? words(cpuModel) : null
  return `${apple ?? `${words(platform)}-${words(architecture)}`}-${coreCount}c`
}

/** Facts that do not change during a run. */
export async function machineFacts(host: Host = systemHost()): Promise<MachineFacts> {
  const [virtualisation, translated, governor, cpuQuota, autogroup, fileLimit, ephemeralPorts, listenBacklog] = await Promise.all([
    readVirtualisation(host), readTranslation(host), readGovernor(host), readCpuQuota(host), readAutogroup(host), readFileLimit(host), readEphemeralPorts(host), readListenBacklog(host),
  ])
  const { platform, kernel, architecture, cpuModel, coreCount, memoryBytes } = host
  return {
    platform, kernel, architecture, cpuModel, coreCount, memoryBytes, nodeVersion: process.version, hardwareTag: hardwareTag(host),
    virtualisation, translated, governor, cpuQuota, autogroup, fileLimit, ephemeralPorts, listenBacklog,
  }
}
