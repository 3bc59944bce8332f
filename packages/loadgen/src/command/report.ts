import { afterWriteNs, durationNs, responseNs, waitingNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import type { CellResult } from '../cell-result.js'
import type { Counts } from '../count-outcomes.js'
import type { Lateness } from '../lateness.js'
import type { SelfCheck } from '../self-check/evaluate-self-check.js'
import { distributionOf } from './distribution.js'
import type { Distribution } from './distribution.js'
import { limitReason } from './slots-reason.js'
import { streamReport } from './stream-report.js'
import type { StreamReport } from './stream-report.js'

export interface ArmReport {
  readonly arm: string
  readonly url: string
  readonly address: string
  readonly ok: number
  readonly failed: number
  /** From the scheduled instant to the last byte: a stall shows here. `null` without an ok answer, like the others. */
  readonly responseNs: Distribution | null
  /** From the connection to the last byte, as k6 counts `http_req_duration`. */
  readonly durationNs: Distribution | null
  /** From the request written to the first byte of the answer. */
  readonly waitingNs: Distribution | null
  readonly afterWriteNs: Distribution | null
  /** From the request written to the first event of a stream. */
  readonly firstEventNs: Distribution | null
  /** `null` without `--chunk-times`. */
  readonly streams: StreamReport | null
}

/** What a run of `loadgen` found, as data: the `--json` output. */
export interface LoadReport {
  readonly format: 1
  readonly verdict: 'valid' | 'invalid' | 'unjudged'
  readonly reasons: readonly string[]
  /** Arrivals demanded, and answered ok, per second of the steady phase as far as it ran; `null` where none of it did. */
  readonly offeredRatePerSecond: number | null
  readonly achievedRatePerSecond: number | null
  readonly steadyMs: number
  /** Shorter than `steadyMs` when the run was stopped. */
  readonly steadyRanMs: number
  readonly slots: number
  readonly pacing: CellResult['pacing']
  readonly warmup: Counts
  readonly steady: Counts
  readonly failures: Readonly<Record<string, number>>
  readonly labels: Readonly<Record<string, number>>
  readonly arms: readonly ArmReport[]
  /** Of the only arm: `null` where there are several, which do not share their gaps, and without `--chunk-times`. */
  readonly streams: StreamReport | null
  readonly lateness: Lateness
  readonly connections: { readonly opened: number; readonly reconnects: number; readonly failedConnects: number }
  readonly worstTenMsSends: number
  readonly plannedTenMsSends: number
  readonly eventLoopDelayP99Ns: number
  readonly cpuSeconds: number
  readonly cpuScope: CellResult['cpuScope']
  readonly selfCheck: SelfCheck
  readonly undiciVersion: string
  readonly startedAt: string
  readonly wallDriftMs: number
}

export interface ReportContext {
  readonly ratePerSecond: number
  readonly steadyMs: number
  readonly slots: number
}

function distribution(rows: readonly Row[], series: (row: Row) => number | null): Distribution | null {
  return distributionOf(rows.map(series).filter((value) => value !== null))
}

function firstEventAfterWriteNs({ firstEventNs, writtenNs }: Row): number | null {
  return firstEventNs === null || writtenNs === null ? null : firstEventNs - writtenNs
}

function violations(result: CellResult, rows: readonly Row[], achievedShare: number, slots: number): string[] {
  const { failed, dropped, abandoned, scheduled } = result.steady
  const reasons: string[] = []
  if (result.aborted) reasons.push('stopped before its end')
  if (scheduled === 0) reasons.push('no arrival in the steady phase')
  if (dropped > 0) reasons.push(`${dropped} of ${scheduled} arrivals found no free slot and were not sent`)
  if (failed > 0) reasons.push(`${failed} of ${scheduled} requests failed`)
  if (abandoned > 0) reasons.push(`${abandoned} of ${scheduled} requests had no answer when the run ended`)
  if (achievedShare < 0.99 && scheduled > 0) reasons.push(`only ${(achievedShare * 100).toFixed(1)}% of the offered rate was answered`)
  if (result.selfCheck.verdict === 'generator-limited') reasons.push(limitReason(result.selfCheck, rows, slots))
  if (result.selfCheck.verdict === 'host-contended') reasons.push(`the host was contended (${result.selfCheck.reasons.join(', ')})`)
  return reasons
}

/** Judges and summarises a cell; latencies are over its ok answers only, because a fast error is no fast answer. */
export function report(result: CellResult, { ratePerSecond, steadyMs, slots }: ReportContext): LoadReport {
  const rows = [...result.rows]
  const { steady, steadyRanMs } = result
  const perSecond = (count: number): number | null => (steadyRanMs === 0 ? null : (count * 1000) / steadyRanMs)
  const offeredRatePerSecond = result.pacing === 'closed' ? perSecond(steady.scheduled) : ratePerSecond
  const achievedShare = steady.scheduled === 0 ? 0 : steady.ok / steady.scheduled
  const reasons = violations(result, rows, achievedShare, slots)
  const unjudged = reasons.length === 0 && result.selfCheck.verdict === 'unknown'
  const arms = result.targets.map(({ arm, url, address }) => {
    const ofArm = rows.filter((row) => row.arm === arm)
    const ok = ofArm.filter(({ outcome }) => outcome === 'ok')
    return {
      arm,
      url,
      address,
      ok: ok.length,
      failed: ofArm.filter(({ outcome }) => outcome === 'failed').length,
      responseNs: distribution(ok, responseNs),
      durationNs: distribution(ok, durationNs),
      waitingNs: distribution(ok, waitingNs),
      afterWriteNs: distribution(ok, afterWriteNs),
      firstEventNs: distribution(ok, firstEventAfterWriteNs),
      streams: streamReport(result.chunks, arm, ofArm),
    }
  })
  return {
    format: 1,
    verdict: reasons.length > 0 ? 'invalid' : unjudged ? 'unjudged' : 'valid',
    reasons: unjudged ? [`no verdict on the generator (${result.selfCheck.reasons.join(', ')})`] : reasons,
    offeredRatePerSecond,
    achievedRatePerSecond: perSecond(steady.ok),
    steadyMs,
    steadyRanMs,
    slots,
    pacing: result.pacing,
    warmup: result.warmup,
    steady,
    failures: result.failures,
    labels: result.labels,
    arms,
    streams: arms.length === 1 ? arms[0]!.streams : null,
    lateness: result.lateness,
    connections: { opened: result.connections, reconnects: result.reconnects, failedConnects: result.failedConnects },
    worstTenMsSends: result.worstTenMsSends,
    plannedTenMsSends: result.plannedTenMsSends,
    eventLoopDelayP99Ns: result.eventLoopDelayP99Ns,
    cpuSeconds: result.cpuSeconds,
    cpuScope: result.cpuScope,
    selfCheck: result.selfCheck,
    undiciVersion: result.undiciVersion,
    startedAt: new Date(result.startedAtEpochMs).toISOString(),
    wallDriftMs: result.wallDriftMs,
  }
}
