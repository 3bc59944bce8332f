import { evaluationJson } from '@lat/bands'
import type { Artefacts } from './artefacts.js'

/** One line of JSON: where the run lies, its verdict, every band, every shift. */
export function resultJson(dir: string, { analysis, evaluation }: Artefacts): string {
  return JSON.stringify({ dir, ...(evaluationJson(evaluation) as object), run: analysis.run, shifts: analysis.shifts })
}
