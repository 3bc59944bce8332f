import type { Analysis, Shift } from '@lat/rows'

export type Pairing = 'enforcement' | 'control'

/** The arms of each pairing. */
export const pairingArms = {
  enforcement: { treatment: 'enforce', baseline: 'passthrough' },
  control: { treatment: 'controlb', baseline: 'controla' },
} as const

/** The repetition-matched `duration` shifts of a pairing, at every quantile. */
export function pairedShifts({ shifts }: Pick<Analysis, 'shifts'>, pairing: Pairing): readonly Shift[] {
  const arms = pairingArms[pairing]
  return shifts.filter(({ kind, treatment, baseline, series }) => kind === 'paired' && treatment === arms.treatment && baseline === arms.baseline && series === 'duration')
}
