import { measured, unknown, unsupported, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** `scaling_max_freq` and `cpuinfo_max_freq` of one core, in kHz, as they are in sysfs. */
export interface CoreSpeed {
  readonly allowed: string
  readonly possible: string
}

/** Highest frequency allowed, in percent of the highest possible, of the core that is limited most: heat or a setting lowers it. */
export function parseSpeedLimit(cores: readonly CoreSpeed[], source = '/sys/devices/system/cpu'): Reading<number> {
  if (cores.length === 0) return unsupported('No frequency limit here, as in most virtual machines: the host decides the frequency.')
  let lowestPercent = 100
  for (const { allowed, possible } of cores) {
    const allowedKhz = boundedNumber(allowed.trim(), 0, 1e9)
    const possibleKhz = boundedNumber(possible.trim(), 1, 1e9)
    if (allowedKhz === null || possibleKhz === null || allowedKhz > possibleKhz) return unknown(`${source} says ${quote(allowed)} of ${quote(possible)} for the frequency of a core`)
    lowestPercent = Math.min(lowestPercent, (100 * allowedKhz) / possibleKhz)
  }
  return measured(lowestPercent, '%', source)
}
