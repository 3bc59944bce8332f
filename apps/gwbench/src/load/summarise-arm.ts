import { quantiles } from '@lat/estimators'
import { durationNs, waitingNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import type { LoadArm } from './load-schema.js'

type Counted = Pick<LoadArm, 'scheduled' | 'ok' | 'failed' | 'dropped' | 'abandoned' | 'failures' | 'okPerSecond' | 'durationNs' | 'firstByteNs'>

/** Counts and quantiles of the rows of one arm. */
export function summariseArm(rows: readonly Row[], steadyMs: number): Counted {
  const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const failures: Record<string, number> = {}
  for (const { failure } of rows) if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
  const ok = rows.filter(({ outcome }) => outcome === 'ok')
  const of = (mark: (row: Row) => number | null): Counted['durationNs'] => {
    const values = ok.map(mark).filter((value) => value !== null)
    if (values.length === 0) return null
    const [p50Ns, p90Ns, p95Ns, p99Ns] = quantiles(values, [0.5, 0.9, 0.95, 0.99]) as [number, number, number, number]
    return { p50Ns, p90Ns, p95Ns, p99Ns }
  }
  return {
    scheduled: rows.length,
    ok: ok.length,
    failed: count('failed'),
    dropped: count('dropped'),
    abandoned: count('abandoned'),
    failures,
    okPerSecond: (ok.length * 1000) / steadyMs,
    durationNs: of(durationNs),
    firstByteNs: of(waitingNs),
  }
}
