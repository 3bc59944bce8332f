import { quantileOfSorted } from '@lat/estimators'
import type { AnalysedCell, Analysis } from '@lat/rows'
import { nsFromMs } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { FixedBaseline } from '../paired-reading.js'
import type { Profile } from '../profile.js'
import { windowVerdict } from '../window-verdict.js'
import type { WindowNs } from '../window-verdict.js'

export interface Band2 extends PairedBand {
  readonly id: 'BAND2'
  readonly window: WindowNs | null
  /** Median P50 of the canaries; `null` without one. */
  readonly baseline: FixedBaseline | null
  readonly baselineCells: readonly string[]
}

function baselineOf(canaries: readonly AnalysedCell[]): FixedBaseline | null {
  const readings = canaries.flatMap(({ duration }) => duration.p50Ns ?? []).sort((a, b) => a - b)
  return readings.length === 0 ? null : { valueNs: quantileOfSorted(readings, 0.5), ratePerSecond: canaries[0]!.ratePerSecond }
}

/**
 * What the hop itself costs: median over repetitions of passthrough P50 minus the direct baseline, which
 * is the median of the two canaries at the ends of the run.
 */
export function judgeBand2(analysis: Analysis, profile: Profile): Band2 {
  const { role, payloadBytes, windowMs, provenance } = profile.bands.BAND2
  const canaries = analysis.cells.filter((cell) => cell.arm === 'direct' && cell.canary !== null && cell.payloadBytes === payloadBytes && !cell.stream)
  const baseline = baselineOf(canaries)
  const reading = pairedReading(analysis, { baseline: 'direct', treatment: 'passthrough', payloadBytes, stream: false }, 'p50Ns', profile.minimumClean.nonstream, baseline)
  const window = windowMs === null ? null : { lowNs: nsFromMs(windowMs[0]), highNs: nsFromMs(windowMs[1]) }
  const shared = { id: 'BAND2', role, reading, window, baseline, baselineCells: canaries.map(({ name }) => name) } as const
  const lone = canaries.length === 1 ? [{ code: 'one-canary', text: `the baseline rests on ${canaries[0]!.name} alone` }] : []
  const notes = [...reading.notes, ...lone, ...notCalibrated(window, provenance)]
  if (reading.medianNs === null) return { ...shared, notes, status: 'unevaluable', reasons: reading.reasons }
  if (window === null) return { ...shared, notes, status: 'uncalibrated', reasons: [{ code: 'uncalibrated', text: 'UNCALIBRATED: no window' }] }
  return { ...shared, notes, ...windowVerdict(reading.medianNs, window, 'is the subject in the path at all?', 'is a delay in the path, or did the baseline move?') }
}
