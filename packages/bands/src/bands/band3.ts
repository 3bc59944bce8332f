import type { Analysis } from '@lat/rows'
import type { Finding } from '../band-result.js'
import { msText, nsFromMs, signedMsText } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { PairedBand } from '../paired-band.js'
import { pairedReading } from '../paired-reading.js'
import type { Profile } from '../profile.js'
import { straddles } from '../straddles.js'
import { windowVerdict } from '../window-verdict.js'
import type { WindowNs } from '../window-verdict.js'

export interface Band3 extends PairedBand {
  readonly id: 'BAND3'
  readonly window: WindowNs | null
}

function unresolved(medianNs: number, spreadNs: number | null): readonly Finding[] {
  if (spreadNs === null || spreadNs < medianNs) return []
  return [{ code: 'spread-not-below-median', text: `UNRESOLVED: the spread across repetitions, ${msText(spreadNs)}, is not smaller than the median ${signedMsText(medianNs)}` }]
}

/**
 * The primary gate: what enforcement adds, as the median repetition-matched difference of enforce and
 * passthrough P50. It lies in its window, and the repetitions agree better than its own size.
 */
export function judgeBand3(analysis: Analysis, profile: Profile): Band3 {
  const { role, payloadBytes, windowMs, provenance } = profile.bands.BAND3
  const reading = pairedReading(analysis, { baseline: 'passthrough', treatment: 'enforce', payloadBytes, stream: false }, 'p50Ns', profile.minimumClean.nonstream)
  const window = windowMs === null ? null : { lowNs: nsFromMs(windowMs[0]), highNs: nsFromMs(windowMs[1]) }
  const shared = { id: 'BAND3', role, reading, window } as const
  const notes = [...reading.notes, ...(window === null ? [] : straddles(analysis, reading.pairing, [window.lowNs, window.highNs])), ...notCalibrated(window, provenance)]
  if (reading.medianNs === null) return { ...shared, notes, status: 'unevaluable', reasons: reading.reasons }
  if (window === null) return { ...shared, notes, status: 'uncalibrated', reasons: [{ code: 'uncalibrated', text: 'UNCALIBRATED: no window' }] }
  const inWindow = windowVerdict(
    reading.medianNs,
    window,
    `enforce is not slower than passthrough by ${msText(window.lowNs)}: is it enforcing?`,
    'does enforcement do its work more than once?',
  )
  const reasons = [...inWindow.reasons, ...unresolved(reading.medianNs, reading.spreadNs)]
  return { ...shared, notes, status: reasons.length > 0 ? 'violated' : 'pass', reasons }
}
