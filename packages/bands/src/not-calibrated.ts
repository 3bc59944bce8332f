import type { Finding } from './band-result.js'
import type { Provenance } from './provenance.js'

/** A limit that nothing was measured for says so wherever it decides something; `null` decides nothing. */
export function notCalibrated(limit: unknown, { calibratedOn, reason }: Provenance): readonly Finding[] {
  if (limit === null || calibratedOn !== null) return []
  return [{ code: 'not-calibrated', text: `NOT CALIBRATED: ${reason ?? 'no reason given'}` }]
}
