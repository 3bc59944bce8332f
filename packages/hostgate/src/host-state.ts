import type { LedgerRow, machineState } from '@lat/rows'
import type { CpuIdle } from './cpu-idle.js'
import type { ConfirmedIdle } from './gate/confirm-idle.js'
import type { LoadAverages } from './load-averages.js'
import type { PowerSource } from './power-source.js'
import type { Host } from './probe/host.js'
import { readLoadAverages } from './probe/read-load-averages.js'
import { readPowerSource, readThermal } from './probe/read-power.js'
import { readTimeWaitCount } from './probe/read-sockets.js'
import { systemHost } from './probe/system-host.js'
import { valueOrNull, type Reading } from './reading.js'

/** What is recorded, and not gated, around each cell. Take it after the idle reading: asking for it is work. */
export interface HostState {
  readonly load: Reading<LoadAverages>
  readonly powerSource: Reading<PowerSource>
  readonly thermal: Reading<number>
  readonly timeWait: Reading<number>
}

export async function readHostState(host: Host = systemHost()): Promise<HostState> {
  const [load, powerSource, thermal, timeWait] = await Promise.all([readLoadAverages(host), readPowerSource(host), readThermal(host), readTimeWaitCount(host)])
  return { load, powerSource, thermal, timeWait }
}

export interface StateLineOptions {
  /** ISO 8601 instant of the reading. */
  readonly at: string
  readonly cell: string
  readonly phase: 'startup' | 'before' | 'after'
  /** How long the cell waited for ports. */
  readonly waitedMs: number
  readonly idle: ConfirmedIdle
  readonly state: HostState
}

function round(percent: number | null | undefined): number | null {
  return percent == null ? null : Math.round(percent * 100) / 100
}

/** Line of `machine-state.txt`. */
export function stateLine({ at, cell, phase, waitedMs, idle, state }: StateLineOptions): LedgerRow<typeof machineState> {
  const first: CpuIdle | null = idle.first
  const load = valueOrNull(state.load)
  const thermal = valueOrNull(state.thermal)
  const power = valueOrNull(state.powerSource)
  return {
    at, cell, phase,
    idlePercent: round(idle.idlePercent),
    lowestCoreIdlePercent: round(first?.lowestCorePercent),
    stealPercent: round(first?.stealPercent),
    load1: load?.load1 ?? null,
    load5: load?.load5 ?? null,
    load15: load?.load15 ?? null,
    timeWait: valueOrNull(state.timeWait),
    waitedMs: Math.round(waitedMs),
    powerSource: power === null ? null : power.batteryPercent === null ? power.kind : `${power.kind} ${power.batteryPercent}%`,
    thermal: thermal === null ? null : `${thermal}%`,
    note: idle.samplesPercent.length > 1 ? `samples ${idle.samplesPercent.map((percent) => round(percent)).join(',')}` : idle.remark,
  }
}
