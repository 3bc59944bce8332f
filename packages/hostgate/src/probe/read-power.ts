import { parseLinuxPowerSource, type PowerSupply } from '../parse/linux/power-source.js'
import { parsePowerMode, type PowerMode } from '../parse/mac/power-mode.js'
import { parsePowerModeBySource } from '../parse/mac/power-mode-by-source.js'
import { parseMacPowerSource } from '../parse/mac/power-source.js'
import { parseThermal } from '../parse/mac/thermal.js'
import type { PowerSource } from '../power-source.js'
import { unsupported, type Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { textOrEmpty } from './from-file.js'
import type { Host } from './host.js'
import { systemHost } from './system-host.js'

const SUPPLIES = '/sys/class/power_supply'

/** Mains, battery or a UPS that carries the machine. */
export async function readPowerSource(host: Host = systemHost()): Promise<Reading<PowerSource>> {
  if (host.platform === 'darwin') return fromCommand(host, 'pmset', ['-g', 'batt'], parseMacPowerSource)
  if (host.platform !== 'linux') return elsewhere(host, 'The power source')
  const names = await host.list(SUPPLIES)
  const supplies = await Promise.all(names.map(async (name): Promise<PowerSupply> => {
    const [type, scope, online, status, capacity] = await Promise.all(['type', 'scope', 'online', 'status', 'capacity'].map((file) => textOrEmpty(host, `${SUPPLIES}/${name}/${file}`))) as [string, string, string, string, string]
    return { type, scope, online, status, capacity }
  }))
  return parseLinuxPowerSource(supplies)
}

/** Low or high power mode of a Mac. */
export async function readPowerMode(host: Host = systemHost()): Promise<Reading<PowerMode>> {
  if (host.platform === 'linux') return unsupported('Linux has no power mode beside the frequency governor.')
  if (host.platform !== 'darwin') return elsewhere(host, 'The power mode')
  const inUse = await fromCommand(host, 'pmset', ['-g'], parsePowerMode)
  if (inUse.state !== 'unknown') return inUse
  const source = await readPowerSource(host)
  return source.state === 'value' ? fromCommand(host, 'pmset', ['-g', 'custom'], (text) => parsePowerModeBySource(text, source.value.kind)) : inUse
}

/** Speed limit in percent that heat has imposed. */
export async function readThermal(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'linux') return unsupported('Linux has no common record of thermal limits.')
  return host.platform === 'darwin' ? fromCommand(host, 'pmset', ['-g', 'therm'], parseThermal) : elsewhere(host, 'The thermal limit')
}
