import type { Analysis } from '@lat/rows'

/**
 * Names of the cells around which the host was confirmed busy: the one exclusion list, used by every
 * median. A repetition that holds one of them leaves the medians of its own pairing, and of no other.
 */
export function contendedCells(analysis: Analysis): ReadonlySet<string> {
  const flagged = analysis.cells.filter(({ contended }) => contended).map(({ name }) => name)
  const read = analysis.readings.filter(({ belowFloor }) => belowFloor).map(({ cell }) => cell)
  return new Set([...flagged, ...read])
}
