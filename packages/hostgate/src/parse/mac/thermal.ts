import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/**
 * Speed limit in percent of full speed, from `pmset -g therm`. Only Intel Macs record one; Apple silicon prints notes
 * even while it is throttled, so notes alone are no reading and never 100 %.
 */
export function parseThermal(text: string, source = 'pmset -g therm'): Reading<number> {
  const limit = boundedNumber(/^\s*CPU_Speed_Limit\s*=\s*(\S+)$/m.exec(text)?.[1], 0, 100)
  if (limit !== null) return measured(limit, '%', source)
  return unknown(/^Note: /m.test(text) ? `${source} records no speed limit on this Mac, throttled or not` : `${source} says ${quote(text)}, not a speed limit`)
}
