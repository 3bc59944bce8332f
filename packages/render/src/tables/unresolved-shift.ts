import type { Group } from '../model/groups.js'

/** What stands in the place of a shift that has no number. */
export function unresolvedShift(treatment: Group, baseline: Group): 'no successful samples' | 'unresolved' {
  return treatment.okCount === 0 || baseline.okCount === 0 ? 'no successful samples' : 'unresolved'
}
