import type { Shift } from '@lat/rows'

const capitals: Readonly<Record<string, string>> = { 'one-repetition': 'ONE REPETITION' }

/** The flags of a shift for a reader. One repetition is always said, whether flagged or not; so is an arm that beat direct. */
export function remarks(shift: Shift): string {
  const flags = shift.kind === 'paired' && shift.perRepetition.filter(({ contended }) => !contended).length === 1 ? ['one-repetition', ...shift.flags] : shift.flags
  const faster = shift.kind === 'group' && shift.withinCells !== null && shift.withinCells.highNs !== null && shift.withinCells.highNs < 0
  return [...new Set([...flags, ...(faster ? ['faster-than-direct:-check-the-setup'] : [])])].map((flag) => capitals[flag] ?? flag.replace(/-/g, ' ')).join('; ')
}
