import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** Share of the last 10 s in which tasks waited for a processor (pressure stall information). */
export interface CpuPressure {
  /** At least one task waited. */
  readonly someAvg10Percent: number
  /** All tasks waited at once; `null` on kernels that do not report it. */
  readonly fullAvg10Percent: number | null
}

/** `/proc/pressure/cpu`. */
export function parsePressure(text: string, source = '/proc/pressure/cpu'): Reading<CpuPressure> {
  const avg10 = (kind: string): number | null => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${kind} `))
    return boundedNumber(/\bavg10=(\S+)/.exec(line ?? '')?.[1], 0, 100)
  }
  const someAvg10Percent = avg10('some')
  if (someAvg10Percent === null) return unknown(`${source} says ${quote(text)}, not a pressure`)
  return measured({ someAvg10Percent, fullAvg10Percent: avg10('full') }, '%', source)
}
