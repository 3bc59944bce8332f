import type { PowerSource } from '../../power-source.js'
import { measured, unknown, unsupported, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'

/** One entry of `/sys/class/power_supply`, file contents as they are; empty where a file is missing. */
export interface PowerSupply {
  readonly type: string
  /** `Device` for the battery of a mouse or headset, which says nothing about the machine. */
  readonly scope: string
  readonly online: string
  readonly status: string
  readonly capacity: string
}

/** Power source from all supplies: mains when any is online; battery when one discharges and no mains are. */
export function parseLinuxPowerSource(supplies: readonly PowerSupply[], source = '/sys/class/power_supply'): Reading<PowerSource> {
  const own = supplies.map(({ type, scope, online, status, capacity }) => ({ type: type.trim(), scope: scope.trim(), online: online.trim(), status: status.trim(), capacity: capacity.trim() })).filter(({ scope }) => scope !== 'Device')
  const batteries = own.filter(({ type }) => type === 'Battery')
  const mains = own.filter(({ type }) => type === 'Mains' || type.startsWith('USB'))
  const ups = own.filter(({ type }) => type === 'UPS')
  if (batteries.length + mains.length + ups.length === 0) return unsupported('No power supply is reported here, as on most servers and virtual machines.')
  const batteryPercent = boundedNumber(batteries[0]?.capacity, 0, 100)
  const discharging = batteries.some(({ status }) => status === 'Discharging')
  if (mains.some(({ online }) => online === '1')) {
    return measured({ kind: 'mains', batteryPercent }, 'source', source, discharging ? 'The battery discharges although mains are connected: the charger is too weak.' : undefined)
  }
  if (ups.some(({ status }) => status === 'Discharging')) return measured({ kind: 'ups', batteryPercent }, 'source', source)
  if (discharging) return measured({ kind: 'battery', batteryPercent }, 'source', source)
  if (batteries.some(({ status }) => status === 'Full' || status === 'Charging' || status === 'Not charging')) return measured({ kind: 'mains', batteryPercent }, 'source', source)
  if (mains.length > 0 && mains.every(({ online }) => online === '0')) return measured({ kind: 'battery', batteryPercent }, 'source', source)
  return unknown(`${source} lists ${own.map(({ type, status }) => `${type} ${status}`.trim()).join(', ')}: neither mains nor battery is in use`)
}
