import type { Shift } from '@lat/rows'
import type { Compared } from '../model/require-comparable.js'

/** What stands in the place of a shift that has no number: why it has none. */
export function unresolvedShift({ flags }: Pick<Shift, 'flags'>, { treatment, baseline }: Compared): 'no successful samples' | 'contended' | 'unresolved' {
  if (treatment.okCount === 0 || baseline.okCount === 0) return 'no successful samples'
  return flags.includes('every-repetition-contended') ? 'contended' : 'unresolved'
}
