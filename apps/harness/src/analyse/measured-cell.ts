import type { CellSummary } from '@lat/rows'
import type { CellSample } from './sample-cell.js'

/** One cell as it lies on disk: its summary, the series of its rows, and the digest of those rows. */
export interface MeasuredCell {
  readonly summary: CellSummary
  readonly sample: CellSample
  readonly rowsSha256: string
}

/** Cells that share everything a comparison may not mix. */
export function groupKey({ summary: { spec } }: MeasuredCell): string {
  return `${spec.arm}/${spec.stream ? 'stream' : 'nonstream'}/${spec.payloadBytes}`
}

/** Cells by group, in the order of the run. */
export function groupsOf(cells: readonly MeasuredCell[]): ReadonlyMap<string, readonly MeasuredCell[]> {
  const groups = new Map<string, MeasuredCell[]>()
  for (const cell of cells) groups.set(groupKey(cell), [...(groups.get(groupKey(cell)) ?? []), cell])
  return groups
}
