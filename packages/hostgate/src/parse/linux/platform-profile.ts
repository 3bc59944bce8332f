import type { PowerMode } from '../../power-mode.js'
import { measured, unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

// The names of the kernel's platform_profile; `custom` says nothing about speed.
const MODES: Readonly<Record<string, PowerMode>> = { 'low-power': 'low', cool: 'low', quiet: 'low', balanced: 'normal', 'balanced-performance': 'normal', performance: 'high', 'max-power': 'high' }

/** `/sys/firmware/acpi/platform_profile`: the energy mode of a Linux laptop, as its desktop switches it. */
export function parsePlatformProfile(text: string, source = '/sys/firmware/acpi/platform_profile'): Reading<PowerMode> {
  const name = text.trim()
  return Object.hasOwn(MODES, name) ? measured(MODES[name]!, 'mode', source) : unknown(`${source} says ${quote(text)}, not a power mode`)
}
