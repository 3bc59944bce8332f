import type { AnalysedCell } from '@lat/rows'
import { parseCellName } from '@lat/rows'
import type { MeasuredCell } from './measured-cell.js'
import { quantileSet } from './quantile-set.js'

/** Readings of one cell, for bands to judge and tables to print. */
export function analyseCell({ summary, sample, rowsSha256 }: MeasuredCell): AnalysedCell {
  const { spec, steady, warmup, subject } = summary
  const { repetition, canary } = parseCellName(summary.name)
  const steadySeconds = spec.steadyMs / 1000
  const answered = sample.counts.ok
  const cpuSeconds = subject?.cpuSeconds ?? null
  return {
    name: summary.name,
    arm: spec.arm,
    payloadBytes: spec.payloadBytes,
    stream: spec.stream,
    repetition,
    canary,
    order: summary.order,
    ratePerSecond: spec.ratePerSecond,
    steadySeconds,
    counts: {
      demanded: Math.round(spec.ratePerSecond * steadySeconds),
      ok: answered,
      failed: sample.counts.failed,
      dropped: sample.counts.dropped,
      abandoned: sample.counts.abandoned,
      warmupDropped: warmup.dropped,
      rows: sample.counts.rows,
      generator: steady.scheduled,
    },
    failures: { ...sample.failures },
    achievedRatePerSecond: answered / steadySeconds,
    duration: quantileSet(sample.duration),
    waiting: quantileSet(sample.waiting),
    response: quantileSet(sample.response),
    lateness: quantileSet(sample.lateness),
    firstEvent: quantileSet(sample.firstEvent),
    contended: summary.contended,
    subjectCpu: cpuSeconds === null || answered === 0 ? null : { cpuSeconds, cpuMsPerRequest: (cpuSeconds * 1000) / answered, coresBusy: cpuSeconds / steadySeconds },
    rowsSha256,
  }
}
