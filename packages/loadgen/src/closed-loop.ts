import type { CellResult } from './cell-result.js'
import type { ClosedLoopSpec } from './closed-loop-spec.js'
import { createColumns } from './columns.js'
import { createControl, ISSUED, STEADY_FROM } from './control.js'
import { driveCell } from './drive-cell.js'
import type { RunOptions } from './drive-cell.js'
import type { IoSetup } from './io-messages.js'
import { parseCellSpec } from './parse-cell-spec.js'
import { readCell } from './read-cell.js'
import { installedUndici } from './undici-version.js'
import { wireTarget } from './wire-target.js'

/** Stands in for the rate of the open model where a spec is checked: the users decide it. */
const ANY_RATE = 1
const DEFAULT_MOST_REQUESTS = 1_000_000

export interface ClosedLoopResult extends CellResult {
  readonly users: number
  /** Steady answers per second of the steady phase as it ran, failed ones included; 0 when it never came to it. */
  readonly completedPerSecond: number
  /** The load ended early because its rows were full. */
  readonly full: boolean
}

/**
 * Drives a target with a fixed number of users, on the transport and with the marks of `runCell`.
 *
 * `scheduledNs` of a row is the instant its user was ready, so `responseNs` equals the time the user
 * waited: a closed loop has no schedule that a stall could be measured against.
 *
 * @throws as `runCell`
 */
export async function closedLoop(spec: ClosedLoopSpec, options: RunOptions = {}): Promise<ClosedLoopResult> {
  const { name, target, users, warmupMs, steadyMs, maxRequests = DEFAULT_MOST_REQUESTS, ...rest } = spec
  const cell = parseCellSpec({ name, arms: [target], assignment: 'cell', seed: name, ratePerSecond: ANY_RATE, warmupMs, steadyStartMs: warmupMs, steadyMs, slots: users, ...rest })
  const undiciVersion = installedUndici()
  const targets = [await wireTarget(cell.arms[0]!, cell.allowRemote, cell.ca)]
  const scheduledNs = new Float64Array(new SharedArrayBuffer(maxRequests * 8)).fill(NaN)
  const columns = createColumns(scheduledNs, new Uint8Array(new SharedArrayBuffer(maxRequests)), targets[0]!.expect === 'sse')
  const control = createControl()
  control[STEADY_FROM] = maxRequests
  const steadyStartNs = Math.round(warmupMs * 1e6)
  const phases = { warmupEndNs: steadyStartNs, steadyStartNs, endNs: steadyStartNs + Math.round(steadyMs * 1e6) }
  const setup: IoSetup = {
    columns,
    control,
    targets,
    transport: cell.transport,
    slots: users,
    slotOrder: 'fifo',
    pacing: 'closed',
    timeoutNs: cell.requestTimeoutMs * 1e6,
    graceNs: cell.graceMs * 1e6,
    steadyStartNs,
    endNs: phases.endNs,
    steadyFrom: 0,
    canary: null,
    plant: null,
  }
  const driven = await driveCell(setup, phases, null, options)
  const warmupCount = Math.min(control[STEADY_FROM], control[ISSUED]!)
  const result = readCell({ name, setup, plan: { warmupCount, steadyStartNs, endNs: phases.endNs }, driven, shard: { index: 0, count: 1 }, undiciVersion })
  const { ok, failed } = result.steady
  return { ...result, users, completedPerSecond: result.steadyRanMs === 0 ? 0 : ((ok + failed) * 1000) / result.steadyRanMs, full: control[ISSUED]! >= maxRequests }
}
