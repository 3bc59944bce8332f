import type { PowerMode } from '../../power-mode.js'
import { measured, unknown, unsupported, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

// Models with three energy modes print `powermode`, the others `lowpowermode`; the numbers mean the same.
const MODES: Readonly<Record<string, PowerMode>> = { 0: 'normal', 1: 'low', 2: 'high' }

/** One section of settings, as both forms of `pmset -g` print them. */
export function powerModeOf(section: string, source: string): Reading<PowerMode> {
  const match = /^\s*(?:low)?powermode\s+(\S+)/m.exec(section)
  if (match === null) return unsupported('This Mac has no power mode setting, as desktops and virtual machines have none.')
  const mode = Object.hasOwn(MODES, match[1]!) ? MODES[match[1]!] : undefined
  return mode === undefined ? unknown(`${source} says ${quote(match[0])}, not a power mode`) : measured(mode, 'mode', source)
}

/** `pmset -g`: the settings in use now. Empty output is not a Mac without the setting but a `pmset` that failed. */
export function parsePowerMode(text: string, source = 'pmset -g'): Reading<PowerMode> {
  const inUse = /^Currently in use:$([\s\S]*)/m.exec(text)?.[1]
  return inUse === undefined ? unknown(`${source} says ${quote(text)}, not the settings in use`) : powerModeOf(inUse, source)
}
