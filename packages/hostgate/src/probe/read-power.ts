import { parsePlatformProfile } from '../parse/linux/platform-profile.js'
import { parseLinuxPowerSource, type PowerSupply } from '../parse/linux/power-source.js'
import { parseSpeedLimit } from '../parse/linux/speed-limit.js'
import { parsePowerMode } from '../parse/mac/power-mode.js'
import { parsePowerModeBySource } from '../parse/mac/power-mode-by-source.js'
import { parseMacPowerSource } from '../parse/mac/power-source.js'
import { parseThermal } from '../parse/mac/thermal.js'
import type { PowerMode } from '../power-mode.js'
import type { PowerSource } from '../power-source.js'
import type { Reading } from '../reading.js'
import { elsewhere } from './elsewhere.js'
import { fromCommand } from './from-command.js'
import { fromFile, textOrEmpty } from './from-file.js'
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

/** Low or high power mode: that of a Mac, or the platform profile of a Linux laptop. */
export async function readPowerMode(host: Host = systemHost()): Promise<Reading<PowerMode>> {
  if (host.platform === 'linux') return fromFile(host, '/sys/firmware/acpi/platform_profile', parsePlatformProfile)
  if (host.platform !== 'darwin') return elsewhere(host, 'The power mode')
  const inUse = await fromCommand(host, 'pmset', ['-g'], parsePowerMode)
  if (inUse.state !== 'unknown') return inUse
  const source = await readPowerSource(host)
  return source.state === 'value' ? fromCommand(host, 'pmset', ['-g', 'custom'], (text) => parsePowerModeBySource(text, source.value.kind)) : inUse
}

const CPUS = '/sys/devices/system/cpu'

/** Speed limit in percent of full speed, imposed by heat or, on Linux, also by a setting. */
export async function readThermal(host: Host = systemHost()): Promise<Reading<number>> {
  if (host.platform === 'darwin') return fromCommand(host, 'pmset', ['-g', 'therm'], parseThermal)
  if (host.platform !== 'linux') return elsewhere(host, 'The thermal limit')
  const names = (await host.list(CPUS)).filter((name) => /^cpu\d+$/.test(name))
  const cores = await Promise.all(names.map(async (name) => {
    const [allowed, possible] = await Promise.all([textOrEmpty(host, `${CPUS}/${name}/cpufreq/scaling_max_freq`), textOrEmpty(host, `${CPUS}/${name}/cpufreq/cpuinfo_max_freq`)])
    return { allowed, possible }
  }))
  return parseSpeedLimit(cores.filter(({ allowed, possible }) => allowed !== '' || possible !== ''))
}
