import type { Analysis, QuantileSet } from '@lat/rows'
import type { Group } from './groups.js'

export type DrawnSeries = 'duration' | 'waiting' | 'response' | 'firstEvent'

const keys: readonly (readonly [number, keyof QuantileSet])[] = [
  [0.5, 'p50Ns'],
  [0.9, 'p90Ns'],
  [0.99, 'p99Ns'],
  [0.999, 'p999Ns'],
]

/** The quantiles every distribution is read at. */
export const readingQuantiles: readonly number[] = keys.map(([q]) => q)

/**
 * One quantile of a group in nanoseconds, looked up and never computed: the group's only cell, else the
 * marker of its curve, else its side of a shift. `null` where too few rows resolve it.
 */
export function groupReading(analysis: Pick<Analysis, 'curves' | 'shifts'>, group: Group, series: DrawnSeries, q: number): number | null {
  const key = keys.find(([each]) => each === q)?.[1]
  if (group.cells.length === 1 && key !== undefined) return group.cells[0]![series][key]

  const curve = analysis.curves.find((each) => each.series === series && each.arm === group.arm && each.payloadBytes === group.payloadBytes && each.stream === group.stream)
  const marker = curve?.markers.find((each) => each.q === q)
  if (marker !== undefined) return marker.valueNs

  for (const shift of analysis.shifts) {
    if (shift.kind !== 'group' || shift.series !== series || shift.q !== q || shift.payloadBytes !== group.payloadBytes || shift.stream !== group.stream) continue
    if (shift.treatment === group.arm) return shift.treatmentNs
    if (shift.baseline === group.arm) return shift.baselineNs
  }
  return null
}
