import { quantile } from '@lat/estimators'
import type { CellResult } from './cell-result.js'
import { CellRows } from './cell-rows.js'
import { streamChunks } from './chunk-log.js'
import { OK } from './columns.js'
import type { Columns } from './columns.js'
import { ISSUED, MOST_IN_FLIGHT, STALLED } from './control.js'
import { countOutcomes } from './count-outcomes.js'
import type { Counts, OutcomeCounts } from './count-outcomes.js'
import type { DrivenCell } from './drive-cell.js'
import type { IoSetup } from './io-messages.js'
import { lateness } from './lateness.js'
import type { ArrivalPlan } from './plan-arrivals.js'
import { realisedMs } from './realised-ms.js'
import { evaluateSelfCheck } from './self-check/evaluate-self-check.js'
import { calibratedSelfCheck } from './self-check/calibrated.js'
import type { Signals } from './self-check/signals.js'
import { worstWindow } from './worst-window.js'

export interface CellParts {
  readonly name: string
  readonly setup: IoSetup
  readonly plan: Pick<ArrivalPlan, 'warmupCount' | 'steadyStartNs' | 'endNs'>
  readonly driven: DrivenCell
  readonly shard: { readonly index: number; readonly count: number }
  readonly undiciVersion: string
}

const TEN_MS = 10e6

function counts({ scheduled, ok, failed, dropped, abandoned }: OutcomeCounts): Counts {
  return { scheduled, ok, failed, dropped, abandoned }
}

/** Connection acquired to last byte of every canary that was answered. */
function canaryDurations(columns: Columns | undefined): Float64Array {
  if (columns === undefined) return new Float64Array(0)
  return columns.lastByteNs.map((last, row) => (columns.outcome[row] === OK ? last - columns.connectedNs[row]! : NaN)).filter((ns) => !Number.isNaN(ns))
}

function waitedShare(waitedSeconds: number, ranSeconds: number): number {
  const wanted = waitedSeconds + ranSeconds
  return wanted > 0 ? waitedSeconds / wanted : 0
}

/** Turns the columns of a finished cell into its result. */
export function readCell({ name, setup, plan, driven, shard, undiciVersion }: CellParts): CellResult {
  const { columns, control, targets } = setup
  const { done, usage } = driven
  const armNames = targets.map(({ arm }) => arm)
  const issued = control[ISSUED]!
  const steadyEnd = Math.max(issued, plan.warmupCount)
  const steady = countOutcomes(columns, plan.warmupCount, steadyEnd)
  const dispatchedNs = columns.dispatchedNs.slice(plan.warmupCount, steadyEnd)
  const scheduledNs = columns.scheduledNs.slice(plan.warmupCount, steadyEnd)
  const late = lateness(dispatchedNs)
  const worstTenMsSends = worstWindow(dispatchedNs.map((lateNs, index) => scheduledNs[index]! + lateNs), TEN_MS)
  const plannedTenMsSends = worstWindow(scheduledNs, TEN_MS)
  const canaries = canaryDurations(setup.canary?.columns)
  const perSecond = (value: number): number => (usage.seconds > 0 ? value / usage.seconds : 0)
  const signals: Signals = {
    sent: steady.scheduled - steady.dropped,
    steadySeconds: usage.seconds,
    latenessP99Ns: late.p99Ns,
    eventLoopDelayP99Ns: done.loopDelay.p99Ns,
    eventLoopDelayMaxNs: done.loopDelay.maxNs,
    ioCpuShare: usage.ioCpuSeconds === null ? null : Math.max(0, perSecond(usage.ioCpuSeconds - done.polledNs / 1e9)),
    runQueueShare: usage.runQueueSeconds === null ? null : waitedShare(usage.runQueueSeconds, usage.cpuSeconds),
    stolenShare: usage.stolenShare,
    involuntarySwitchesPerSecond: perSecond(usage.involuntarySwitches),
    longestCollectionNs: done.collections.longestNs,
    reconnects: done.reconnects,
    droppedShare: steady.scheduled === 0 ? 0 : steady.dropped / steady.scheduled,
    slotsExhausted: setup.pacing !== 'closed' && control[MOST_IN_FLIGHT]! >= setup.slots,
    stalledArrivals: control[STALLED]!,
    worstTenMsSends,
    plannedTenMsSends,
    canaryCount: canaries.length,
    canaryP50Ns: canaries.length === 0 ? null : quantile(canaries, 0.5),
    canaryP90Ns: canaries.length === 0 ? null : quantile(canaries, 0.9),
    wallDriftMs: driven.wallDriftMs,
    aborted: driven.abortedAtNs !== null,
  }
  return {
    name,
    rows: new CellRows(columns, armNames, { from: plan.warmupCount, length: steady.scheduled, startNs: plan.steadyStartNs, shard }),
    chunks: streamChunks(columns.chunks, armNames, (row) => shard.index + (row - plan.warmupCount) * shard.count),
    warmup: counts(countOutcomes(columns, 0, Math.min(issued, plan.warmupCount))),
    steady: counts(steady),
    steadyRanMs: realisedMs(plan, driven.abortedAtNs),
    failures: steady.failures,
    labels: done.labels,
    connections: done.connections,
    failedConnects: done.failedConnects,
    reconnects: done.reconnects,
    worstTenMsSends,
    plannedTenMsSends,
    mostInFlight: control[MOST_IN_FLIGHT]!,
    lateness: late,
    eventLoopDelayP99Ns: done.loopDelay.p99Ns,
    collections: done.collections,
    cpuSeconds: usage.cpuSeconds,
    cpuScope: usage.scope,
    selfCheck: evaluateSelfCheck(signals, calibratedSelfCheck),
    stalled: control[STALLED]!,
    pacing: setup.pacing,
    transport: setup.transport,
    undiciVersion,
    targets: targets.map(({ arm, origin, path, address }) => ({ arm, url: `${origin}${path}`, address })),
    startedAtEpochMs: driven.startedAtEpochMs,
    wallDriftMs: driven.wallDriftMs,
    aborted: driven.abortedAtNs !== null,
  }
}
