import type { Columns } from '../columns.js'
import { IN_FLIGHT, ISSUED, MOST_IN_FLIGHT, STEADY_FROM } from '../control.js'
import type { ThreadClock } from '../thread-clock.js'
import type { Transport } from '../transport/transport.js'
import type { Deadlines } from './deadlines.js'
import type { LoadLoop } from './load-loop.js'

export interface ClosedLoopParts {
  readonly columns: Columns
  readonly control: Int32Array
  readonly clock: ThreadClock
  readonly transport: Pick<Transport, 'send'>
  readonly deadlines: Deadlines
  readonly timeoutNs: number
  readonly users: number
  /** Requests from here on are steady. */
  readonly steadyStartNs: number
  /** No request starts from here on. */
  readonly endNs: number
  readonly onSteady: () => void
  readonly onIdle: () => void
}

/**
 * The closed model: every user sends its next request when the last one has its answer. A stall of the
 * server stops the users too, which is why it hardly shows: for comparison, and for throughput.
 */
export function createClosedLoop(parts: ClosedLoopParts): LoadLoop & { start(): void } {
  const { columns, control, clock, transport, deadlines, timeoutNs, users, steadyStartNs, endNs } = parts
  const capacity = columns.scheduledNs.length
  let next = 0
  let inFlight = 0
  let steady = false
  let over = false

  function send(user: number): void {
    const nowNs = clock.now()
    if (over || next >= capacity || nowNs >= endNs) {
      over = true
      return
    }
    const row = next
    next += 1
    if (!steady && nowNs >= steadyStartNs) {
      steady = true
      control[STEADY_FROM] = row
      parts.onSteady()
    }
    columns.scheduledNs[row] = nowNs
    inFlight += 1
    control[ISSUED] = next
    control[IN_FLIGHT] = inFlight
    if (inFlight > control[MOST_IN_FLIGHT]!) control[MOST_IN_FLIGHT] = inFlight
    deadlines.start(user, nowNs + timeoutNs)
    transport.send(user, row, 0, nowNs)
  }

  return {
    start() {
      for (let user = 0; user < users; user += 1) send(user)
      if (inFlight === 0) parts.onIdle()
    },
    stop() {
      over = true
      if (inFlight === 0) parts.onIdle()
    },
    finished(user) {
      deadlines.clear(user)
      inFlight -= 1
      control[IN_FLIGHT] = inFlight
      send(user)
      if (inFlight === 0) parts.onIdle()
    },
    get allIssued() {
      return over || clock.now() >= endNs
    },
  }
}
