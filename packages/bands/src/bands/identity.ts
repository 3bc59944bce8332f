import type { Analysis } from '@lat/rows'
import type { BandBase } from '../band-result.js'

export interface IdentityBand extends BandBase {
  readonly id: 'IDENTITY'
  readonly processes: Analysis['identity']
}

/** Whether every process was the one this run started: an orphan of an aborted run must never be measured in its place. */
export function judgeIdentity({ identity }: Analysis): IdentityBand {
  const shared = { id: 'IDENTITY', role: 'instrument', processes: identity, notes: [] } as const
  if (identity.length === 0) {
    return { ...shared, status: 'unevaluable', reasons: [{ code: 'identity-not-recorded', text: 'no process was asked who it is: readiness is not identity' }] }
  }
  const reasons = identity
    .filter(({ expected, reported }) => expected !== reported)
    .map(({ name, expected, reported }) => ({ code: 'identity-differs', text: `${name} reported "${reported}", this run expected "${expected}"` }))
  return { ...shared, status: reasons.length > 0 ? 'violated' : 'pass', reasons }
}
