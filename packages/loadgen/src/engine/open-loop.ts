import { DROPPED } from '../columns.js'
import type { Columns } from '../columns.js'
import { IN_FLIGHT, ISSUED, MOST_IN_FLIGHT, STALLED } from '../control.js'
import type { SlotRing } from '../slot-ring.js'
import type { ThreadClock } from '../thread-clock.js'
import type { Transport } from '../transport/transport.js'
import type { Deadlines } from './deadlines.js'
import type { LoadLoop } from './load-loop.js'

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
  /** First arrival of the steady phase. */
  readonly steadyFrom: number
  readonly onSteady: () => void
  /** Every arrival was issued and has its outcome. */
  readonly onIdle: () => void
}

export interface OpenLoop extends LoadLoop {
  /** Issues arrivals up to (without) the given one, each in a free slot or as dropped. */
  issue(upTo: number): void
  /** Number of arrivals due by now. */
  dueBy(nowNs: number): number
  readonly issued: number
}

/** The open model: an arrival is issued at its instant whatever became of the ones before it, or it is dropped. */
export function createOpenLoop(parts: OpenLoopParts): OpenLoop {
  const { columns, control, clock, slots, transport, deadlines, timeoutNs, steadyFrom } = parts
  const { scheduledNs } = columns
  const count = scheduledNs.length
  let next = 0
  let end = count
  let inFlight = 0

  function arrive(row: number): void {
    if (row === steadyFrom) parts.onSteady()
    const nowNs = clock.now()
    const backlogged = nowNs - scheduledNs[row]! > LARGEST_BACKLOG_NS
    if (backlogged) control[STALLED]! += 1
    const slot = backlogged ? -1 : slots.take()
    if (slot < 0) {
      columns.outcome[row] = DROPPED
      return
    }
    inFlight += 1
    control[IN_FLIGHT] = inFlight
    if (inFlight > control[MOST_IN_FLIGHT]!) control[MOST_IN_FLIGHT] = inFlight
    deadlines.start(slot, nowNs + timeoutNs)
    transport.send(slot, row, columns.arm[row]!, nowNs)
  }

  return {
    issue(upTo) {
      const last = upTo < end ? upTo : end
      while (next < last) {
        arrive(next)
        next += 1
        control[ISSUED] = next
      }
      if (next >= end && inFlight === 0) parts.onIdle()
    },
    dueBy(nowNs) {
      let due = next
      while (due < end && scheduledNs[due]! <= nowNs) due += 1
      return due
    },
    stop() {
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
