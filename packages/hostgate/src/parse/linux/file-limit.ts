import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'

/** Soft limit of open files from `/proc/self/limits`; `Infinity` for `unlimited`. */
export function parseLinuxFileLimit(text: string, source = '/proc/self/limits'): Reading<number> {
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1]
  const limit = soft === 'unlimited' ? Infinity : boundedNumber(soft, 0, Number.MAX_SAFE_INTEGER)
  return limit === null ? unknown(`${source} has no limit of open files`) : measured(limit, 'files', source)
}
