import type { ProcessEntry } from '../../process-entry.js'
import { boundedNumber } from '../bounded-number.js'
import { parseCpuTime } from './cpu-time.js'

/** `ps -A -S -o pid=,ppid=,rss=,time=`; rss is in KiB. Lines that are not a process are passed over. */
export function parseProcessTable(text: string): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/)
    const pid = boundedNumber(fields[0], 1, Number.MAX_SAFE_INTEGER)
    const parentPid = boundedNumber(fields[1], 0, Number.MAX_SAFE_INTEGER)
    const rssKib = boundedNumber(fields[2], 0, 1e12)
    const cpuSeconds = parseCpuTime(fields[3] ?? '')
    if (fields.length === 4 && pid !== null && parentPid !== null && rssKib !== null && cpuSeconds !== null) entries.push({ pid, parentPid, cpuSeconds, rssBytes: rssKib * 1024 })
  }
  return entries
}
