import type { AnalysedCell } from '@lat/rows'
import type { BandId, Finding } from './band-result.js'
import { judgeIntegrity } from './bands/integrity.js'
import { judgeRate } from './bands/rate.js'
import type { Profile } from './profile.js'

/** A count of one cell that is outside its tolerance, and the band that says so. */
export interface CellFault extends Finding {
  readonly band: Extract<BandId, 'RATE' | 'INTEGRITY'>
}

/**
 * What RATE and INTEGRITY hold against one cell, by the code that judges a whole run: a run that can only become
 * evidence ends at the first cell with a fault.
 *
 * @returns every fault, in the order of the bands; empty when the cell counts
 * @example gateCell(analysis.cells[0], profile).length // 0
 */
export function gateCell(cell: AnalysedCell, profile: Profile): readonly CellFault[] {
  const run = { cells: [cell] }
  return [judgeRate(run, profile), judgeIntegrity(run, profile)].flatMap(({ id, reasons }) => reasons.map((reason) => ({ band: id, ...reason })))
}
