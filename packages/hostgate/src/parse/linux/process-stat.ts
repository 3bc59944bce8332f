import type { ProcessEntry } from '../../process-entry.js'
import { boundedNumber } from '../bounded-number.js'

/** `/proc/<pid>/stat`; `null` for anything else. The name in the second field may hold blanks and brackets. */
export function parseProcessStat(text: string, ticksPerSecond: number, pageBytes: number): ProcessEntry | null {
  const close = text.lastIndexOf(')')
  const pid = boundedNumber(/^(\d+) \(/.exec(text)?.[1], 1, Number.MAX_SAFE_INTEGER)
  if (pid === null || close < 0) return null
  // After the name: state is field 3, ppid 4, utime 14, stime 15, cutime 16, cstime 17, rss 24 (proc(5)).
  const fields = text.slice(close + 1).trim().split(/\s+/)
  const field = (number: number): number | null => boundedNumber(fields[number - 3], 0, Number.MAX_SAFE_INTEGER)
  const parentPid = field(4)
  const rssPages = field(24)
  const ticks = [14, 15, 16, 17].map(field)
  if (parentPid === null || rssPages === null || ticks.includes(null)) return null
  const total = (ticks as number[]).reduce((sum, tick) => sum + tick, 0)
  return { pid, parentPid, cpuSeconds: total / ticksPerSecond, rssBytes: rssPages * pageBytes }
}
