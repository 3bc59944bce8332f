import type { HdrSeries } from './import-hdr-log.js'

/**
 * Value at quantile `q` of the counts, by nearest rank; `null` for a series without values, which has no quantile and
 * certainly not 0.
 *
 * @param q in [0, 1], never percent
 * @example hdrQuantile({ tag: '', total: 3, slots: [{ value: 7, count: 2 }, { value: 9, count: 1 }], significantDigits: 3 }, 0.5) // 7
 */
export function hdrQuantile({ slots, total }: HdrSeries, q: number): number | null {
  const rank = Math.max(1, Math.ceil(q * total))
  let seen = 0
  for (const { value, count } of slots) {
    seen += count
    if (seen >= rank) return value
  }
  return null
}
