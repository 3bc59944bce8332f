import type { AnalysedCell, Analysis } from '@lat/rows'
import type { BandBase, BandStatus, Finding } from '../band-result.js'
import { worstStatus } from '../band-result.js'
import { msText, nsFromMs } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { BandQuantile } from '../paired-reading.js'
import type { Profile } from '../profile.js'

/** How far one quantile of the canary moved from the first cell of the run to the last. */
export interface CanaryDrift {
  readonly openNs: number | null
  readonly closeNs: number | null
  /** Absolute: a drift either way is a drift. `null` where a canary cannot be read. */
  readonly driftNs: number | null
  readonly ceilingNs: number | null
  /** Context only: percent of the smaller of the two, which says little where both are small. */
  readonly percentOfSmaller: number | null
}

export interface Band5 extends BandBase {
  readonly id: 'BAND5'
  readonly payloadBytes: number
  readonly ratePerSecond: number | null
  readonly p50: CanaryDrift
  readonly p99: CanaryDrift
}

function driftOf(open: AnalysedCell | undefined, close: AnalysedCell | undefined, quantile: BandQuantile, ceilingMs: number | null): CanaryDrift {
  const openNs = open?.duration[quantile] ?? null
  const closeNs = close?.duration[quantile] ?? null
  const ceilingNs = ceilingMs === null ? null : nsFromMs(ceilingMs)
  if (openNs === null || closeNs === null) return { openNs, closeNs, driftNs: null, ceilingNs, percentOfSmaller: null }
  const driftNs = Math.abs(openNs - closeNs)
  return { openNs, closeNs, driftNs, ceilingNs, percentOfSmaller: (driftNs / Math.min(openNs, closeNs)) * 100 }
}

function judgeDrift(percentile: string, { driftNs, ceilingNs }: CanaryDrift, present: boolean): (Finding & { readonly status: BandStatus }) | null {
  if (!present) return { status: 'unevaluable', code: 'cells-missing', text: 'the run lacks its opening or its closing canary' }
  if (driftNs === null) return { status: 'unevaluable', code: 'quantile-unresolved', text: `a canary has too few rows to resolve ${percentile}` }
  if (ceilingNs === null) return { status: 'uncalibrated', code: 'uncalibrated', text: `UNCALIBRATED: no ${percentile} ceiling` }
  if (driftNs <= ceilingNs) return null
  return { status: 'violated', code: 'canary-drift', text: `canary ${percentile} moved by ${msText(driftNs)}, more than ${msText(ceilingNs)}: the host at the end was not the host at the start` }
}

/** Whether the host stayed the same: the same direct cell, first and last of the run, reads the same. */
export function judgeBand5(analysis: Analysis, profile: Profile): Band5 {
  const band = profile.bands.BAND5
  const canary = (place: 'open' | 'close'): AnalysedCell | undefined => analysis.cells.find((cell) => cell.canary === place && cell.payloadBytes === band.payloadBytes && !cell.stream)
  const open = canary('open')
  const close = canary('close')
  const present = open !== undefined && close !== undefined
  const p50 = driftOf(open, close, 'p50Ns', band.p50CeilingMs)
  const p99 = driftOf(open, close, 'p99Ns', band.p99CeilingMs)
  const findings = [judgeDrift('P50', p50, present), ...(present ? [judgeDrift('P99', p99, present)] : [])].filter((finding) => finding !== null)
  return {
    id: 'BAND5',
    role: band.role,
    status: worstStatus(findings.map(({ status }) => status)),
    reasons: findings.map(({ code, text }) => ({ code, text })),
    notes: [...notCalibrated(band.p50CeilingMs, band.p50Provenance), ...notCalibrated(band.p99CeilingMs, band.p99Provenance)],
    payloadBytes: band.payloadBytes,
    ratePerSecond: open?.ratePerSecond ?? null,
    p50,
    p99,
  }
}
