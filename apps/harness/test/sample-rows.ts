import type { Row } from '@lat/rows'

/** An answered row that took `durationNs`; anything else can be overridden. */
export function row(sequence: number, durationNs: number, changes: Partial<Row> = {}): Row {
  const connectedNs = 20_000
  return {
    sequence, arm: 'direct', scheduledNs: sequence * 1_000_000, dispatchedNs: 10_000, connectedNs, writtenNs: connectedNs + 5_000, firstByteNs: connectedNs + 6_000,
    firstEventNs: null, secondEventNs: null, lastByteNs: connectedNs + durationNs, status: 200, outcome: 'ok', failure: null, reconnected: false, plantedNs: null, ...changes,
  }
}
