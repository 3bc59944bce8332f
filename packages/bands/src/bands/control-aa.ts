import type { Analysis } from '@lat/rows'
import { msText, nsFromMs, signedMsText } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { Profile } from '../profile.js'

export interface ControlBand extends PairedBand {
  readonly id: 'CONTROL-AA'
  readonly advisoryAbsoluteNs: number | null
}

/**
 * What the instrument reads where the true shift is 0: two processes of one configuration. Recorded and
 * never gated, because agreement is necessary and not sufficient; outside its advisory size it says so.
 */
export function judgeControl(analysis: Analysis, profile: Profile): ControlBand {
  const { payloadBytes, advisoryAbsoluteMs, provenance } = profile.bands['CONTROL-AA']
  const reading = pairedReading(analysis, { baseline: 'controla', treatment: 'controlb', payloadBytes, stream: false }, 'p50Ns', profile.minimumClean.nonstream)
  const advisoryAbsoluteNs = advisoryAbsoluteMs === null ? null : nsFromMs(advisoryAbsoluteMs)
  const shared = { id: 'CONTROL-AA', role: 'recorded', reading, advisoryAbsoluteNs, notes: [...reading.notes, ...notCalibrated(advisoryAbsoluteNs, provenance)] } as const
  if (reading.medianNs === null) return { ...shared, status: 'unevaluable', reasons: reading.reasons }
  if (advisoryAbsoluteNs !== null && Math.abs(reading.medianNs) > advisoryAbsoluteNs) {
    const text = `controls that are the same differ by ${signedMsText(reading.medianNs)}, more than ${msText(advisoryAbsoluteNs)}: something other than the subject moved`
    return { ...shared, status: 'advisory', reasons: [{ code: 'control-apart', text }] }
  }
  return { ...shared, status: 'recorded', reasons: [] }
}
