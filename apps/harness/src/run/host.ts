import type { CellSummary } from '@lat/rows'

/** One look at the machine around a cell, as its summary stores it. */
export type HostReading = NonNullable<CellSummary['host']['before']>

/** What a process tree has used up to now, every field `null` where it cannot be read. */
export interface TreeUsage {
  readonly cpuSeconds: number | null
  readonly rssBytes: number | null
  readonly processes: number | null
}
