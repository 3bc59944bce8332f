import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'
import { quote } from '../quote.js'

/** What a control group allows this process of the processors. */
export interface CpuQuota {
  /** Cores' worth of time per period; `null` without a limit. */
  readonly cores: number | null
  /** Share of scheduling periods since the group exists in which it was held back; `null` where not counted. */
  readonly throttledPercent: number | null
}

function quota(quotaUs: string | undefined, periodUs: string | undefined): number | null | undefined {
  if (quotaUs === 'max' || quotaUs === '-1') return null
  const used = boundedNumber(quotaUs, 1, 1e12)
  const period = boundedNumber(periodUs, 1, 1e12)
  return used === null || period === null ? undefined : used / period
}

function throttled(stat: string): number | null {
  const count = (name: string): number | null => boundedNumber(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1], 0, Number.MAX_SAFE_INTEGER)
  const periods = count('nr_periods')
  const held = count('nr_throttled')
  return periods === null || held === null || periods === 0 || held > periods ? null : (100 * held) / periods
}

/**
 * Processor limit of a control group.
 *
 * @param limit `cpu.max` of version 2 (`max 100000`), or quota and period of version 1 joined by a blank
 * @param stat `cpu.stat`, empty where there is none
 */
export function parseCpuQuota(limit: string, stat: string, source: string): Reading<CpuQuota> {
  const fields = limit.trim().split(/\s+/)
  const cores = fields.length === 2 ? quota(fields[0], fields[1]) : undefined
  return cores === undefined ? unknown(`${source} says ${quote(limit)}, not a processor limit`) : measured({ cores, throttledPercent: throttled(stat) }, 'cores', source)
}
