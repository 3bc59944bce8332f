import { quantileOfSorted } from '@lat/estimators'
import type { Analysis } from '@lat/rows'
import { groupText } from './cell-text.js'
import type { BandQuantile } from './paired-reading.js'

/** Median over all direct cells of some runs, by group such as `nonstream 4096 B`: what a calibration starts from. */
export function groupMedians(runs: readonly Analysis[], quantile: BandQuantile): Readonly<Record<string, number>> {
  const readings = new Map<string, number[]>()
  for (const cell of runs.flatMap(({ cells }) => cells)) {
    const valueNs = cell.duration[quantile]
    if (cell.arm !== 'direct' || valueNs === null) continue
    readings.set(groupText(cell), [...(readings.get(groupText(cell)) ?? []), valueNs])
  }
  return Object.fromEntries([...readings].map(([group, values]) => [group, quantileOfSorted(values.sort((a, b) => a - b), 0.5)]))
}
