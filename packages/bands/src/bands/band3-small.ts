import type { Analysis } from '@lat/rows'
import type { Finding } from '../band-result.js'
import { msText, nsFromMs, signedMsText } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { PairedReading } from '../paired-reading.js'
import type { Profile } from '../profile.js'
import { windowVerdict } from '../window-verdict.js'
import type { WindowNs } from '../window-verdict.js'

export interface Band3Small extends PairedBand {
  readonly id: 'BAND3-SMALL'
  readonly advisoryWindow: WindowNs | null
  /** Median P99 shift of the same pairing, printed beside it; `null` where it cannot be read. */
  readonly p99: PairedReading
}

function unresolved({ medianNs, spreadNs }: PairedReading): readonly Finding[] {
  if (medianNs === null || spreadNs === null || spreadNs < Math.abs(medianNs)) return []
  return [{ code: 'unresolved', text: `UNRESOLVED: the spread ${msText(spreadNs)} is not smaller than the size of the median ${signedMsText(medianNs)}; no central value to publish` }]
}

/** Enforcement at the smallest payload: recorded, because its size is near the noise and a negative reading is legitimate. */
export function judgeBand3Small(analysis: Analysis, profile: Profile): Band3Small {
  const { payloadBytes, advisoryWindowMs, provenance } = profile.bands['BAND3-SMALL']
  const pairing = { baseline: 'passthrough', treatment: 'enforce', payloadBytes, stream: false } as const
  const reading = pairedReading(analysis, pairing, 'p50Ns', profile.minimumClean.nonstream)
  const p99 = pairedReading(analysis, pairing, 'p99Ns', profile.minimumClean.nonstream)
  const advisoryWindow = advisoryWindowMs === null ? null : { lowNs: nsFromMs(advisoryWindowMs[0]), highNs: nsFromMs(advisoryWindowMs[1]) }
  const notes = [...reading.notes, ...unresolved(reading), ...notCalibrated(advisoryWindow, provenance)]
  const shared = { id: 'BAND3-SMALL', role: 'recorded', reading, p99, advisoryWindow, notes } as const
  if (reading.medianNs === null) return { ...shared, status: 'unevaluable', reasons: reading.reasons }
  if (advisoryWindow === null) return { ...shared, status: 'recorded', reasons: [] }
  const { status, reasons } = windowVerdict(reading.medianNs, advisoryWindow, 'worth a look, gates nothing', 'worth a look, gates nothing')
  return { ...shared, status: status === 'violated' ? 'advisory' : 'recorded', reasons }
}
