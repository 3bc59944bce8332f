import { quantiles, resolvesQuantile } from '@lat/estimators'
import { afterWriteNs, durationNs, responseNs, waitingNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import { chunkGaps } from '../chunk-gaps.js'
import type { CellResult } from '../cell-result.js'
import type { Counts } from '../count-outcomes.js'
import type { Lateness } from '../lateness.js'
import type { SelfCheck } from '../self-check/evaluate-self-check.js'

/** Quantiles of one series over the ok answers; `null` where they are too few to resolve it. */
export interface Distribution {
  readonly p50Ns: number | null
  readonly p90Ns: number | null
  readonly p99Ns: number | null
  readonly p999Ns: number | null
  readonly maxNs: number
}

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
}

/** Gaps between the reads of streams that completed an event, with what such gaps cannot show. */
export interface StreamReport {
  readonly gapNs: Distribution | null
  readonly eventChunks: number
  /** Reads that completed several events, which have no gaps of their own. */
  readonly coalescedChunks: number
  /** Reads beyond `--chunk-times`. */
  readonly lostChunks: number
}

/** What a run of `loadgen` found, as data: the `--json` output. */
export interface LoadReport {
  readonly format: 1
  readonly verdict: 'valid' | 'invalid' | 'unjudged'
  readonly reasons: readonly string[]
  /** Arrivals demanded, and answered ok, per second of the steady phase. */
  readonly offeredRatePerSecond: number
  readonly achievedRatePerSecond: number
  readonly steadyMs: number
  readonly slots: number
  readonly pacing: CellResult['pacing']
  readonly warmup: Counts
  readonly steady: Counts
  readonly failures: Readonly<Record<string, number>>
  readonly labels: Readonly<Record<string, number>>
  readonly arms: readonly ArmReport[]
  /** `null` without `--chunk-times`. */
  readonly streams: StreamReport | null
  readonly lateness: Lateness
  readonly connections: { readonly opened: number; readonly reconnects: number }
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

function distributionOf(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null
  const wanted = [0.5, 0.9, 0.99, 0.999]
  const read = quantiles(values, [...wanted, 1])
  const [p50Ns, p90Ns, p99Ns, p999Ns] = wanted.map((q, index) => (resolvesQuantile(values.length, q) ? Math.round(read[index]!) : null)) as [number | null, number | null, number | null, number | null]
  return { p50Ns, p90Ns, p99Ns, p999Ns, maxNs: read[4]! }
}

function firstEventAfterWriteNs({ firstEventNs, writtenNs }: Row): number | null {
  return firstEventNs === null || writtenNs === null ? null : firstEventNs - writtenNs
}

function streamReport({ chunks }: CellResult): StreamReport | null {
  if (chunks.length === 0) return null
  const { gapsNs, eventChunks, coalescedChunks } = chunkGaps(chunks)
  return { gapNs: distributionOf(gapsNs), eventChunks, coalescedChunks, lostChunks: chunks.lost }
}

function violations(result: CellResult, achievedShare: number): string[] {
  const { failed, dropped, abandoned, scheduled } = result.steady
  const reasons: string[] = []
  if (result.aborted) reasons.push('stopped before its end')
  if (scheduled === 0) reasons.push('no arrival in the steady phase')
  if (dropped > 0) reasons.push(`${dropped} of ${scheduled} arrivals found no free slot and were not sent`)
  if (failed > 0) reasons.push(`${failed} of ${scheduled} requests failed`)
  if (abandoned > 0) reasons.push(`${abandoned} of ${scheduled} requests had no answer when the run ended`)
  if (achievedShare < 0.99 && scheduled > 0) reasons.push(`only ${(achievedShare * 100).toFixed(1)}% of the offered rate was answered`)
  if (result.selfCheck.verdict === 'generator-limited') reasons.push(`the generator itself was the limit (${result.selfCheck.reasons.join(', ')})`)
  if (result.selfCheck.verdict === 'host-contended') reasons.push(`the host was contended (${result.selfCheck.reasons.join(', ')})`)
  return reasons
}

/** Judges and summarises a cell; latencies are over its ok answers only, because a fast error is no fast answer. */
export function report(result: CellResult, { ratePerSecond, steadyMs, slots }: ReportContext): LoadReport {
  const rows = [...result.rows]
  const { steady } = result
  const offeredRatePerSecond = result.pacing === 'closed' ? (steady.scheduled * 1000) / steadyMs : ratePerSecond
  const achievedShare = steady.scheduled === 0 ? 0 : steady.ok / steady.scheduled
  const reasons = violations(result, achievedShare)
  const unjudged = reasons.length === 0 && result.selfCheck.verdict === 'unknown'
  return {
    format: 1,
    verdict: reasons.length > 0 ? 'invalid' : unjudged ? 'unjudged' : 'valid',
    reasons: unjudged ? [`no verdict on the generator (${result.selfCheck.reasons.join(', ')})`] : reasons,
    offeredRatePerSecond,
    achievedRatePerSecond: (steady.ok * 1000) / steadyMs,
    steadyMs,
    slots,
    pacing: result.pacing,
    warmup: result.warmup,
    steady,
    failures: result.failures,
    labels: result.labels,
    arms: result.targets.map(({ arm, url, address }) => {
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
      }
    }),
    streams: streamReport(result),
    lateness: result.lateness,
    connections: { opened: result.connections, reconnects: result.reconnects },
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
