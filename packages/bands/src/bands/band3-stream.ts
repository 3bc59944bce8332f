import type { Analysis } from '@lat/rows'
import { msText, nsFromMs, signedMsText } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { PairedReading } from '../paired-reading.js'
import type { Profile } from '../profile.js'

export interface Band3Stream extends PairedBand {
  readonly id: 'BAND3-STREAM'
  readonly absoluteCeilingNs: number | null
  readonly p99: PairedReading
}

/**
 * The size of the streaming enforcement shift, either way. Few repetitions bound it and do not measure
 * it: its central value is never published.
 */
export function judgeBand3Stream(analysis: Analysis, profile: Profile): Band3Stream {
  const { role, payloadBytes, absoluteCeilingMs, provenance } = profile.bands['BAND3-STREAM']
  const pairing = { baseline: 'passthrough', treatment: 'enforce', payloadBytes, stream: true } as const
  const reading = pairedReading(analysis, pairing, 'p50Ns', profile.minimumClean.stream)
  const p99 = pairedReading(analysis, pairing, 'p99Ns', profile.minimumClean.stream)
  const absoluteCeilingNs = absoluteCeilingMs === null ? null : nsFromMs(absoluteCeilingMs)
  const notes = [...reading.notes, ...notCalibrated(absoluteCeilingNs, provenance)]
  const shared = { id: 'BAND3-STREAM', role, reading, p99, absoluteCeilingNs, notes } as const
  if (reading.medianNs === null) return { ...shared, status: 'unevaluable', reasons: reading.reasons }
  if (absoluteCeilingNs === null) return { ...shared, status: 'uncalibrated', reasons: [{ code: 'uncalibrated', text: 'UNCALIBRATED: no ceiling' }] }
  if (Math.abs(reading.medianNs) <= absoluteCeilingNs) return { ...shared, status: 'pass', reasons: [] }
  return { ...shared, status: 'violated', reasons: [{ code: 'size-above-ceiling', text: `${signedMsText(reading.medianNs)} is larger than ${msText(absoluteCeilingNs)} in size` }] }
}
