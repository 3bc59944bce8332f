import type { Shift } from '@lat/rows'

const capitals: Readonly<Record<string, string>> = { 'one-repetition': 'ONE REPETITION' }

/** The flags of a shift for a reader. One repetition is always said, whether flagged or not. */
export function remarks(shift: Shift): string {
  const flags = shift.kind === 'paired' && shift.perRepetition.filter(({ contended }) => !contended).length === 1 ? ['one-repetition', ...shift.flags] : shift.flags
  return [...new Set(flags)].map((flag) => capitals[flag] ?? flag.replace(/-/g, ' ')).join('; ')
}
