import { build } from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'
import type { CellProgress } from './cell-result.js'
import { DROPPED, FAILED, OK, PENDING } from './columns.js'
import type { Columns } from './columns.js'
import { IN_FLIGHT, ISSUED } from './control.js'
import type { ArrivalPlan } from './plan-arrivals.js'

/** Histograms take whole values from 1: they silently miscount others. */
function record(histogram: Histogram, valueNs: number): void {
  if (Number.isFinite(valueNs) && valueNs >= 1) histogram.recordValue(Math.min(Math.round(valueNs), 3_600_000_000_000))
}

/**
 * What a running cell looks like from outside: reads the shared columns from the controlling thread, so
 * that the I/O thread pays nothing for being watched.
 */
export function createLiveView(columns: Columns, control: Int32Array, phases: Pick<ArrivalPlan, 'warmupEndNs' | 'steadyStartNs' | 'endNs'>): (nowNs: number) => CellProgress {
  const options = { bitBucketSize: 64 as const, numberOfSignificantValueDigits: 3 as const, autoResize: true }
  const duration = build(options)
  const response = build(options)
  const seen = new Uint8Array(columns.outcome.length)
  let from = 0
  let dropped = 0
  let failed = 0
  let lastIssued = 0
  let lastNs = 0

  function take(row: number): void {
    const outcome = columns.outcome[row]!
    if (outcome === PENDING) return
    seen[row] = 1
    if (outcome === DROPPED) dropped += 1
    if (outcome === FAILED) failed += 1
    if (outcome !== OK) return
    record(duration, columns.lastByteNs[row]! - columns.connectedNs[row]!)
    record(response, columns.lastByteNs[row]!)
  }

  const read = (histogram: Histogram, percentile: number): number | null => (histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(percentile))

  return (nowNs) => {
    const issued = control[ISSUED]!
    for (let row = from; row < issued; row += 1) {
      if (seen[row] === 0) take(row)
      if (row === from && seen[row] === 1) from += 1
    }
    const elapsedSeconds = (nowNs - lastNs) / 1e9
    const ratePerSecond = elapsedSeconds > 0 ? (issued - lastIssued) / elapsedSeconds : 0
    lastIssued = issued
    lastNs = nowNs
    const { warmupEndNs, steadyStartNs, endNs } = phases
    return {
      phase: nowNs >= endNs ? 'drain' : nowNs >= steadyStartNs ? 'steady' : nowNs >= warmupEndNs ? 'gap' : 'warmup',
      elapsedMs: nowNs / 1e6,
      totalMs: endNs / 1e6,
      ratePerSecond,
      inFlight: control[IN_FLIGHT]!,
      issued,
      dropped,
      failed,
      durationP50Ns: read(duration, 50),
      durationP99Ns: read(duration, 99),
      responseP50Ns: read(response, 50),
      responseP99Ns: read(response, 99),
    }
  }
}
