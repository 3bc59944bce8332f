import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** Connections in TIME_WAIT, of both IP versions, from `/proc/net/sockstat`. */
export function parseLinuxTimeWait(text: string, source = '/proc/net/sockstat'): Reading<number> {
  const line = text.split('\n').find((candidate) => candidate.startsWith('TCP: '))
  const count = boundedNumber(/\btw (\d+)\b/.exec(line ?? '')?.[1], 0, 1e9)
  return count === null ? unknown(`${source} says ${quote(line ?? text)}, not a TIME_WAIT count`) : measured(count, 'connections', source)
}
