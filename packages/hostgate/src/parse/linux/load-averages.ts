import type { LoadAverages } from '../../load-averages.js'
import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** `/proc/loadavg`. The output of `uptime` is not accepted: its separators depend on the locale. */
export function parseLinuxLoadAverages(text: string, source = '/proc/loadavg'): Reading<LoadAverages> {
  const fields = text.trim().split(/\s+/)
  const [load1, load5, load15] = fields.slice(0, 3).map((field) => boundedNumber(field, 0, 1e6)) as [number | null, number | null, number | null]
  if (fields.length !== 5 || !/^\d+\/\d+$/.test(fields[3]!) || load1 === null || load5 === null || load15 === null) {
    return unknown(`${source} says ${quote(text)}, not three load averages`)
  }
  return measured({ load1, load5, load15 }, 'processes', source)
}
