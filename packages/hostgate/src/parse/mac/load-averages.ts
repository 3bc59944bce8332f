import type { LoadAverages } from '../../load-averages.js'
import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** `sysctl -n vm.loadavg`, or the end of `uptime`, whose decimal separator follows the locale. */
export function parseMacLoadAverages(text: string, source = 'sysctl vm.loadavg'): Reading<LoadAverages> {
  const match = /^(?:vm\.loadavg: )?\{ (\S+) (\S+) (\S+) \}$/.exec(text.trim()) ?? /load averages: (\S+) (\S+) (\S+)$/.exec(text.trim())
  const [load1, load5, load15] = (match ?? []).slice(1, 4).map((field) => boundedNumber(field.replace(',', '.'), 0, 1e6))
  if (load1 == null || load5 == null || load15 == null) return unknown(`${source} says ${quote(text)}, not three load averages`)
  return measured({ load1, load5, load15 }, 'processes', source)
}
