import type { Finding } from './band-result.js'
import type { Provenance } from './provenance.js'

/** A threshold that nothing was measured for says so wherever it decides something. */
export function notCalibrated({ calibratedOn, reason }: Provenance): readonly Finding[] {
  return calibratedOn === null ? [{ code: 'not-calibrated', text: `NOT CALIBRATED: ${reason ?? 'no reason given'}` }] : []
}
