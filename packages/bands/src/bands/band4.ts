import type { Analysis } from '@lat/rows'
import { nsFromMs, signedMsText } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { Profile } from '../profile.js'

export interface Band4 extends PairedBand {
  readonly id: 'BAND4'
  readonly ratioMax: number | null
  /** Median P50 shift of the same pairing; `null` where it cannot be read. */
  readonly medianP50Ns: number | null
  /** Largest P99 shift that is allowed; `null` where nothing says. */
  readonly allowanceNs: number | null
}

function allowanceOf(profile: Profile, medianP50Ns: number | null): number | null {
  const { ratioMax } = profile.bands.BAND4
  const { windowMs } = profile.bands.BAND3
  if (ratioMax === null || medianP50Ns === null) return null
  if (medianP50Ns > 0) return ratioMax * medianP50Ns
  return windowMs === null ? null : ratioMax * nsFromMs(windowMs[1])
}

/**
 * The tail of enforcement: its P99 shift stays within a multiple of its P50 shift. Where that is not
 * positive, the multiple is taken of the primary gate's ceiling.
 */
export function judgeBand4(analysis: Analysis, profile: Profile): Band4 {
  const { role, payloadBytes, ratioMax, provenance } = profile.bands.BAND4
  const pairing = { baseline: 'passthrough', treatment: 'enforce', payloadBytes, stream: false } as const
  const reading = pairedReading(analysis, pairing, 'p99Ns', profile.minimumClean.nonstream)
  const { medianNs: medianP50Ns, reasons: p50Reasons } = pairedReading(analysis, pairing, 'p50Ns', profile.minimumClean.nonstream)
  const allowanceNs = allowanceOf(profile, medianP50Ns)
  const notes = [...reading.notes, ...notCalibrated(ratioMax, provenance)]
  const shared = { id: 'BAND4', role, reading, ratioMax, medianP50Ns, allowanceNs, notes } as const
  if (reading.medianNs === null) return { ...shared, status: 'unevaluable', reasons: reading.reasons }
  if (medianP50Ns === null) return { ...shared, status: 'unevaluable', reasons: p50Reasons }
  if (allowanceNs === null) return { ...shared, status: 'uncalibrated', reasons: [{ code: 'uncalibrated', text: 'UNCALIBRATED: no ratio, or no ceiling to take it of' }] }
  if (reading.medianNs <= allowanceNs) return { ...shared, status: 'pass', reasons: [] }
  return { ...shared, status: 'violated', reasons: [{ code: 'tail-above-allowance', text: `the P99 shift ${signedMsText(reading.medianNs)} is larger than ${signedMsText(allowanceNs)}` }] }
}
