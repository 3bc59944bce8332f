import type { PowerSource } from '../../power-source.js'
import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

const KINDS = { 'AC Power': 'mains', 'Battery Power': 'battery', 'UPS Power': 'ups' } as const

/**
 * `pmset -g batt`. The header decides, never the word beside a battery: on mains a battery may be charging, charged,
 * not charging or, with a weak charger, discharging. A UPS that is listed is not the machine's own battery.
 */
export function parseMacPowerSource(text: string, source = 'pmset -g batt'): Reading<PowerSource> {
  const name = /^Now drawing from .([^'\n]{1,40})'/m.exec(text)?.[1]
  if (name === undefined || !(name in KINDS)) return unknown(`${source} says ${quote(name ?? text)}, not a power source`)
  const kind = KINDS[name as keyof typeof KINDS]
  const battery = text.split('\n').find((line) => line.trimStart().startsWith('-InternalBattery'))
  const batteryPercent = boundedNumber(/\s(\d{1,3})%;/.exec(battery ?? '')?.[1], 0, 100)
  const weak = kind === 'mains' && battery !== undefined && /;\s*discharging;/.test(battery)
  return measured({ kind, batteryPercent }, 'source', source, weak ? 'The battery discharges although mains are connected: the charger is too weak.' : undefined)
}
