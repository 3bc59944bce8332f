import type { CellResult } from './cell-result.js'
import { CellRows } from './cell-rows.js'
import type { Columns } from './columns.js'
import { ISSUED, MOST_IN_FLIGHT, STALLED } from './control.js'
import { countOutcomes } from './count-outcomes.js'
import type { Counts, OutcomeCounts } from './count-outcomes.js'
import type { IoDone } from './io-messages.js'
import { lateness } from './lateness.js'
import type { CheckedCellSpec } from './parse-cell-spec.js'
import type { ArrivalPlan } from './plan-arrivals.js'
import type { ThreadUsage } from './thread-usage.js'
import type { WireTarget } from './transport/transport.js'
import { worstWindow } from './worst-window.js'

export interface CellParts {
  readonly cell: CheckedCellSpec
  readonly plan: ArrivalPlan
  readonly columns: Columns
  readonly control: Int32Array
  readonly targets: readonly WireTarget[]
  readonly done: IoDone
  readonly usageBefore: ThreadUsage
  readonly usageAfter: ThreadUsage
  readonly undiciVersion: string
  readonly startedAtEpochMs: number
  readonly wallDriftMs: number
  readonly aborted: boolean
}

const TEN_MS = 10e6

function counts({ scheduled, ok, failed, dropped, abandoned }: OutcomeCounts): Counts {
  return { scheduled, ok, failed, dropped, abandoned }
}

/** Turns the columns of a finished cell into its result. */
export function readCell(parts: CellParts): CellResult {
  const { cell, plan, columns, control, targets, done, usageBefore, usageAfter } = parts
  const issued = control[ISSUED]!
  const warmupEnd = Math.min(issued, plan.warmupCount)
  const steadyEnd = Math.max(issued, plan.warmupCount)
  const steady = countOutcomes(columns, plan.warmupCount, steadyEnd)
  const dispatchedNs = columns.dispatchedNs.subarray(plan.warmupCount, steadyEnd)
  const scheduledNs = columns.scheduledNs.subarray(plan.warmupCount, steadyEnd)
  return {
    name: cell.name,
    rows: new CellRows(columns, cell.arms.map(({ name }) => name), { from: plan.warmupCount, length: steady.scheduled, startNs: plan.steadyStartNs }),
    warmup: counts(countOutcomes(columns, 0, warmupEnd)),
    steady: counts(steady),
    failures: steady.failures,
    labels: done.labels,
    reconnects: done.reconnects,
    worstTenMsSends: worstWindow(dispatchedNs.map((late, index) => scheduledNs[index]! + late), TEN_MS),
    plannedTenMsSends: worstWindow(scheduledNs, TEN_MS),
    mostInFlight: control[MOST_IN_FLIGHT]!,
    lateness: lateness(dispatchedNs),
    eventLoopDelayP99Ns: done.eventLoopDelayP99Ns,
    collections: done.collections,
    cpuSeconds: usageAfter.cpuSeconds - usageBefore.cpuSeconds,
    cpuScope: usageAfter.scope,
    stalled: control[STALLED]!,
    pacing: cell.pacing,
    undiciVersion: parts.undiciVersion,
    targets: targets.map(({ arm, origin, path, address }) => ({ arm, url: `${origin}${path}`, address })),
    startedAtEpochMs: parts.startedAtEpochMs,
    wallDriftMs: parts.wallDriftMs,
    aborted: parts.aborted,
  }
}
