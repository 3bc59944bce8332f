import { measured, unknown, unsupported, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

/** How the frequency of the cores is chosen. */
export interface Governor {
  /** `acpi-cpufreq`, `intel_pstate`, … or `unknown`. */
  readonly driver: string
  /** The one governor of all cores, or `mixed`. */
  readonly governor: string
  /** `fixed-low` pins the cores at their lowest frequency; `dynamic` may ramp during a cell. */
  readonly behaviour: 'performance' | 'dynamic' | 'fixed-low' | 'mixed'
}

/** These drivers choose the frequency themselves: their `powersave` ramps up under load, that of others never does. */
const DYNAMIC_POWERSAVE = new Set(['intel_pstate', 'amd-pstate-epp', 'amd_pstate_epp'])

/** Governors of all cores and the driver behind them, from sysfs. No core has a governor in most virtual machines. */
export function parseGovernor(governors: readonly string[], driver: string, source = '/sys/devices/system/cpu'): Reading<Governor> {
  const names = governors.map((text) => text.trim())
  if (names.length === 0) return unsupported('No frequency governor here, as in most virtual machines: the host decides the frequency.')
  const bad = names.find((name) => !/^[a-z_][a-z_-]{0,30}$/.test(name))
  if (bad !== undefined) return unknown(`${source} says ${quote(bad)} for a frequency governor`)
  const named = /^[a-z][a-z0-9_-]{0,30}$/i.test(driver.trim()) ? driver.trim() : 'unknown'
  if (new Set(names).size > 1) return measured({ driver: named, governor: 'mixed', behaviour: 'mixed' }, 'governor', source)
  const governor = names[0]!
  const behaviour = governor === 'performance' ? 'performance' : governor === 'powersave' && !DYNAMIC_POWERSAVE.has(named) ? 'fixed-low' : 'dynamic'
  return measured({ driver: named, governor, behaviour }, 'governor', source)
}
