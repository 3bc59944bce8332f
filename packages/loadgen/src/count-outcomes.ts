import { ABANDONED, DROPPED, FAILED, OK } from './columns.js'
import type { Columns } from './columns.js'
import { failureName } from './failures.js'

/** What became of the arrivals of a phase; the four classes add up to `scheduled`. */
export interface Counts {
  readonly scheduled: number
  readonly ok: number
  readonly failed: number
  readonly dropped: number
  readonly abandoned: number
}

export interface OutcomeCounts extends Counts {
  /** Failed arrivals by failure code. */
  readonly failures: Readonly<Record<string, number>>
  /** Arrivals whose slot had to open a new connection. */
  readonly reconnected: number
}

/** Counts the arrivals `from` up to (without) `to`; one that has no outcome by now is abandoned. */
export function countOutcomes(columns: Columns, from: number, to: number): OutcomeCounts {
  const byOutcome = [0, 0, 0, 0, 0]
  const failures: Record<string, number> = {}
  let reconnected = 0
  for (let row = from; row < to; row += 1) {
    const outcome = columns.outcome[row]!
    byOutcome[outcome]! += 1
    reconnected += columns.reconnected[row]!
    if (outcome !== FAILED) continue
    const name = failureName(columns.failure[row]!, columns.status[row]!) ?? 'other'
    failures[name] = (failures[name] ?? 0) + 1
  }
  const ok = byOutcome[OK]!
  const failed = byOutcome[FAILED]!
  const dropped = byOutcome[DROPPED]!
  return { scheduled: to - from, ok, failed, dropped, abandoned: byOutcome[ABANDONED]! + byOutcome[0]!, failures, reconnected }
}
