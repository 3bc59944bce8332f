import { DROPPED } from '../columns.js'
import type { Columns } from '../columns.js'
import { IN_FLIGHT, ISSUED, MOST_IN_FLIGHT, STALLED } from '../control.js'
import type { SlotRing } from '../slot-ring.js'
import type { ThreadClock } from '../thread-clock.js'
import type { Transport } from '../transport/transport.js'
import type { Deadlines } from './deadlines.js'
import type { LoadLoop } from './load-loop.js'

/** A loop whose first due arrival is later than this has been away. */
export const PAUSE_NS = 0.5e6
/** After a pause arrivals may wait for a slot for this many times as long. */
const CATCH_UP_FACTOR = 10
const LONGEST_CATCH_UP_NS = 100e6
/** Arrivals later than this are lost, not sent: a backlog from a suspended machine is no load anybody planned. */
const LARGEST_BACKLOG_NS = 2e9

export interface OpenLoopParts {
  readonly columns: Columns
  readonly control: Int32Array
  readonly clock: ThreadClock
  readonly slots: SlotRing
  readonly transport: Pick<Transport, 'send'>
  readonly deadlines: Deadlines
  readonly timeoutNs: number
  /** A loop whose first due arrival is later than this has been away: `PAUSE_NS`, or `Infinity` where every arrival is found late. */
  readonly pauseNs: number
  /** First arrival of the steady phase. */
  readonly steadyFrom: number
  readonly onSteady: () => void
  /** Every arrival was issued and has its outcome. */
  readonly onIdle: () => void
}

export interface OpenLoop extends LoadLoop {
  /** Issues arrivals up to (without) the given one, each in a free slot or as dropped; after a pause some may wait for a later call. */
  issue(upTo: number): void
  /** Number of arrivals due by now. */
  dueBy(nowNs: number): number
  readonly issued: number
}

/**
 * The open model: an arrival is issued at its instant whatever became of the ones before it, or dropped if no slot is free then.
 *
 * Whether a slot is free is only known as of the last poll. After a pause of its own (a garbage collection, a core taken away) the
 * generator finds many arrivals due at once and slots that answers have long freed, and would be the cause of drops that
 * it blames on the server. For a few times that pause arrivals therefore wait for a slot; their lateness tells.
 */
export function createOpenLoop(parts: OpenLoopParts): OpenLoop {
  const { columns, control, clock, slots, transport, deadlines, timeoutNs, pauseNs, steadyFrom } = parts
  const { scheduledNs } = columns
  const count = scheduledNs.length
  let next = 0
  let end = count
  /** Arrivals that were found due before. */
  let seen = 0
  let catchUpUntilNs = -Infinity
  let inFlight = 0

  /** Issues an arrival; false if it has to wait for a slot. */
  function arrive(row: number): boolean {
    let nowNs = clock.now()
    const backlogged = nowNs - scheduledNs[row]! > LARGEST_BACKLOG_NS
    if (slots.free === 0 && !backlogged && nowNs < catchUpUntilNs) return false
    if (row === steadyFrom) {
      parts.onSteady()
      nowNs = clock.now()
    }
    if (backlogged) control[STALLED]! += 1
    const slot = backlogged ? -1 : slots.take()
    if (slot < 0) {
      columns.outcome[row] = DROPPED
      return true
    }
    inFlight += 1
    control[IN_FLIGHT] = inFlight
    if (inFlight > control[MOST_IN_FLIGHT]!) control[MOST_IN_FLIGHT] = inFlight
    deadlines.start(slot, nowNs + timeoutNs)
    transport.send(slot, row, columns.arm[row]!, nowNs)
    return true
  }

  function noticePause(due: number): void {
    if (due <= seen) return
    const nowNs = clock.now()
    const awayNs = nowNs - scheduledNs[seen]!
    // While arrivals still wait because of the last pause, another gives no further time: a busy generator would never drop.
    if (awayNs > pauseNs && next === seen) catchUpUntilNs = Math.max(catchUpUntilNs, nowNs + Math.min(CATCH_UP_FACTOR * awayNs, LONGEST_CATCH_UP_NS))
    seen = due
  }

  return {
    issue(upTo) {
      const last = upTo < end ? upTo : end
      noticePause(last)
      while (next < last && arrive(next)) {
        next += 1
        control[ISSUED] = next
      }
      if (next >= end && inFlight === 0) parts.onIdle()
    },
    dueBy(nowNs) {
      let due = seen
      while (due < end && scheduledNs[due]! <= nowNs) due += 1
      return due
    },
    stop() {
      // What was due and waited is not sent any more.
      for (; next < seen; next += 1) columns.outcome[next] = DROPPED
      control[ISSUED] = next
      end = next
      if (inFlight === 0) parts.onIdle()
    },
    finished(slot) {
      deadlines.clear(slot)
      slots.give(slot)
      inFlight -= 1
      control[IN_FLIGHT] = inFlight
      if (inFlight === 0 && next >= end) parts.onIdle()
    },
    get issued() {
      return next
    },
    get allIssued() {
      return next >= end
    },
  }
}
