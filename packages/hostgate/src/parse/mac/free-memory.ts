import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** Free memory in bytes from `vm_stat`. The page size is in its header: 16384 on Apple silicon, 4096 on Intel. */
export function parseFreeMemory(text: string, source = 'vm_stat'): Reading<number> {
  const pageBytes = boundedNumber(/\(page size of (\d+) bytes\)/.exec(text)?.[1], 1, 1e7)
  const pages = boundedNumber(/^Pages free:\s+(\d+)\.$/m.exec(text)?.[1], 0, 1e12)
  if (pageBytes === null || pages === null) return unknown(`${source} says ${quote(text)}, not a page size and free pages`)
  return measured(pageBytes * pages, 'bytes', source)
}
