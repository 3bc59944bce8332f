import { constantScheduleNs } from '@lat/rows'
import type { Row } from '@lat/rows'

/** A complete answer at its place in a schedule of 100 per second, 1 ms of duration unless a test says otherwise. */
export function mergeRow(sequence: number, { arm = 'target', durationNs = 1_000_000, lateNs = 10_000, ...change }: Partial<Row> & { durationNs?: number; lateNs?: number } = {}): Row {
  return {
    sequence, arm, scheduledNs: constantScheduleNs(sequence, 100), dispatchedNs: lateNs, connectedNs: lateNs + 1000, writtenNs: lateNs + 2000, firstByteNs: lateNs + 500_000, firstEventNs: null, secondEventNs: null,
    lastByteNs: lateNs + 1000 + durationNs, status: 200, outcome: 'ok', failure: null, reconnected: false, plantedNs: null, ...change,
  }
}

export const failedRow = { status: 500, outcome: 'failed', failure: 'status-500' } as const
