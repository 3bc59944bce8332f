import type { Finding } from '../band-result.js'
import type { BandResult } from '../evaluate.js'

/** One line of `bands.txt`. Its kind is how the triage page finds it. */
export interface VerdictLine {
  readonly kind: string
  readonly text: string
}

/** `BAND3 PASS (instrument) …` */
export function headLine(band: BandResult, summary: string): VerdictLine {
  const kind = `${band.id} ${band.status.toUpperCase()}`
  return { kind, text: `${kind} (${band.role}) ${summary}` }
}

/** A line of detail under the line of its band. */
export function detailLine(kind: string, rest: string): VerdictLine {
  return { kind, text: `  ${kind} ${rest}` }
}

function findingLine(word: 'REASON' | 'NOTE', { code, text }: Finding): VerdictLine {
  return { kind: `${word} ${code}`, text: `  ${word} ${code}: ${text}` }
}

/** Why the band has its status, and what else is worth knowing. */
export function findingLines({ reasons, notes }: BandResult): readonly VerdictLine[] {
  return [...reasons.map((reason) => findingLine('REASON', reason)), ...notes.map((note) => findingLine('NOTE', note))]
}
