import { measured, unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

/** Whether the scheduler groups processes by session (`kernel.sched_autogroup_enabled`), which makes `nice` act inside a session only. */
export function parseAutogroup(text: string, source = '/proc/sys/kernel/sched_autogroup_enabled'): Reading<boolean> {
  const flag = text.trim()
  return flag === '0' || flag === '1' ? measured(flag === '1', 'flag', source) : unknown(`${source} says ${quote(text)}, not 0 or 1`)
}
