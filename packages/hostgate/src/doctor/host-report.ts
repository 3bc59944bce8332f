import type { CpuIdle } from '../cpu-idle.js'
import { readHostState, type HostState } from '../host-state.js'
import { machineFacts, type MachineFacts } from '../machine-facts.js'
import type { CpuPressure } from '../parse/linux/pressure.js'
import type { PowerMode } from '../power-mode.js'
import type { Host } from '../probe/host.js'
import { readFreeMemory } from '../probe/read-free-memory.js'
import { readIdle } from '../probe/read-idle.js'
import { readPowerMode } from '../probe/read-power.js'
import { readPressure } from '../probe/read-processor-limits.js'
import { systemHost } from '../probe/system-host.js'
import { measured, unknown, type Reading } from '../reading.js'

/** Everything that decides whether a run may start on this machine. */
export interface HostReport extends HostState {
  readonly facts: MachineFacts
  readonly idle: Reading<CpuIdle>
  readonly powerMode: Reading<PowerMode>
  readonly pressure: Reading<CpuPressure>
  readonly freeMemoryBytes: Reading<number>
  readonly freeDiskBytes: Reading<number>
}

export interface HostReportOptions {
  readonly host?: Host
  /** One second is enough to look; a gate takes two. */
  readonly intervalMs?: number
  /** Where results will be written: the disk that must have room. */
  readonly directory?: string
}

/** Reads all sensors once. Idle comes first and alone, because asking the others is work. */
export async function readHostReport({ host = systemHost(), intervalMs = 1_000, directory = '.' }: HostReportOptions = {}): Promise<HostReport> {
  const idle = await readIdle({ host, intervalMs })
  const [state, facts, powerMode, pressure, freeMemoryBytes, free] = await Promise.all([readHostState(host), machineFacts(host), readPowerMode(host), readPressure(host), readFreeMemory(host), host.freeDiskBytes(directory)])
  const freeDiskBytes = free === null ? unknown<number>(`The disk of ${directory} cannot be asked for its free space.`) : measured(free, 'bytes', 'statfs')
  return { ...state, facts, idle, powerMode, pressure, freeMemoryBytes, freeDiskBytes }
}
