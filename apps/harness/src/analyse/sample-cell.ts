import type { Row } from '@lat/rows'
import { durationNs, latenessNs, responseNs, waitingNs } from '@lat/rows'

/** The series of one cell, each sorted ascending, in nanoseconds, over the rows that were answered well. */
export interface CellSample {
  readonly duration: Float64Array
  readonly waiting: Float64Array
  readonly response: Float64Array
  /** Over every arrival that was dispatched, answered or not. */
  readonly lateness: Float64Array
  /** Request written to first event; empty for cells that do not stream. */
  readonly firstEvent: Float64Array
  readonly counts: { readonly ok: number; readonly failed: number; readonly dropped: number; readonly abandoned: number; readonly rows: number }
  readonly failures: Readonly<Record<string, number>>
}

function firstEventAfterWriteNs(row: Row): number | null {
  return row.firstEventNs === null || row.writtenNs === null ? null : row.firstEventNs - row.writtenNs
}

/** Reads the rows of one cell once: counts every outcome, and keeps the series of the answered ones. */
export function sampleCell(rows: Iterable<Row>): CellSample {
  const series = { duration: [] as number[], waiting: [] as number[], response: [] as number[], lateness: [] as number[], firstEvent: [] as number[] }
  const counts = { ok: 0, failed: 0, dropped: 0, abandoned: 0, rows: 0 }
  const failures: Record<string, number> = {}
  const keep = (into: number[], value: number | null) => {
    if (value !== null) into.push(value)
  }
  for (const row of rows) {
    counts.rows += 1
    counts[row.outcome] += 1
    if (row.failure !== null) failures[row.failure] = (failures[row.failure] ?? 0) + 1
    keep(series.lateness, latenessNs(row))
    if (row.outcome !== 'ok') continue
    keep(series.duration, durationNs(row))
    keep(series.waiting, waitingNs(row))
    keep(series.response, responseNs(row))
    keep(series.firstEvent, firstEventAfterWriteNs(row))
  }
  const sorted = (values: number[]) => Float64Array.from(values).sort()
  return {
    duration: sorted(series.duration),
    waiting: sorted(series.waiting),
    response: sorted(series.response),
    lateness: sorted(series.lateness),
    firstEvent: sorted(series.firstEvent),
    counts,
    failures: Object.fromEntries(Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
