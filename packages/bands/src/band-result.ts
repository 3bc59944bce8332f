import type { BandRole } from './profile.js'

/**
 * - `pass` judged and inside
 * - `violated` judged and outside
 * - `unevaluable` too little is left to judge
 * - `recorded` printed, never gated
 * - `advisory` printed because it is outside a window that never gates
 * - `uncalibrated` there is no threshold to judge by
 */
export type BandStatus = 'pass' | 'violated' | 'unevaluable' | 'recorded' | 'advisory' | 'uncalibrated'

export type BandId = 'RATE' | 'INTEGRITY' | 'IDENTITY' | 'CONTENTION' | 'BAND1' | 'BAND2' | 'BAND3' | 'BAND3-SMALL' | 'CONTROL-AA' | 'BAND4' | 'BAND3-STREAM' | 'BAND5'

/** One sentence for a reader under a stable kebab-case code; the triage page has an entry for each code. */
export interface Finding {
  readonly code: string
  readonly text: string
}

/** What every band says. */
export interface BandBase {
  readonly id: BandId
  readonly status: BandStatus
  readonly role: BandRole
  /** Why the status is not `pass` or `recorded`. */
  readonly reasons: readonly Finding[]
  /** Remarks that change nothing about the status. */
  readonly notes: readonly Finding[]
}

/** The status of a band that found several things: the worst of them. */
export function worstStatus(statuses: readonly BandStatus[]): BandStatus {
  const order: readonly BandStatus[] = ['violated', 'unevaluable', 'uncalibrated', 'advisory', 'recorded']
  return order.find((status) => statuses.includes(status)) ?? 'pass'
}
