import type { AnalysedCell, Analysis, Arm } from '@lat/rows'
import { repeatedCell } from './errors.js'

/** Which two arms are compared, at which payload and response mode. */
export interface Pairing {
  readonly baseline: Arm
  readonly treatment: Arm
  readonly payloadBytes: number
  readonly stream: boolean
}

/** The two cells of one repetition; `null` where the run has none. */
export interface PairedCells {
  readonly repetition: number
  readonly baseline: AnalysedCell | null
  readonly treatment: AnalysedCell | null
}

/** Cells of one arm at one payload and mode, by repetition. */
function cellsByRepetition(analysis: Analysis, arm: Arm, payloadBytes: number, stream: boolean): ReadonlyMap<number, AnalysedCell> {
  const found = new Map<number, AnalysedCell>()
  for (const cell of analysis.cells) {
    if (cell.arm !== arm || cell.payloadBytes !== payloadBytes || cell.stream !== stream || cell.repetition === null) continue
    const other = found.get(cell.repetition)
    if (other !== undefined) throw repeatedCell(other.name, cell.name, cell.repetition)
    found.set(cell.repetition, cell)
  }
  return found
}

/** Repetitions the run planned for one response mode. */
export function plannedRepetitions(analysis: Analysis, stream: boolean): number {
  return stream ? analysis.run.plannedStreamRepetitions : analysis.run.plannedRepetitions
}

/**
 * The cells of a pairing, joined by repetition: every planned repetition, present or not.
 *
 * @throws {BandsInputError} when one repetition holds two cells of one arm
 */
export function pairedCells(analysis: Analysis, pairing: Pairing): readonly PairedCells[] {
  const baselines = cellsByRepetition(analysis, pairing.baseline, pairing.payloadBytes, pairing.stream)
  const treatments = cellsByRepetition(analysis, pairing.treatment, pairing.payloadBytes, pairing.stream)
  const last = Math.max(plannedRepetitions(analysis, pairing.stream), ...baselines.keys(), ...treatments.keys())
  return Array.from({ length: last }, (_, index) => ({
    repetition: index + 1,
    baseline: baselines.get(index + 1) ?? null,
    treatment: treatments.get(index + 1) ?? null,
  }))
}
