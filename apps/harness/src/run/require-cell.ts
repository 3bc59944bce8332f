import { gateCell } from '@lat/bands'
import type { Profile } from '@lat/bands'
import { analyseCell } from '../analyse/analyse-cell.js'
import { HarnessInputError } from '../errors.js'
import { readCell } from '../evidence/read-run.js'
import type { PlannedCell } from '../plan/plan-cells.js'

/**
 * Ends an evidence run at the first cell that breaks RATE or INTEGRITY, judged from its files as they lie on disk.
 *
 * @throws {HarnessInputError} `LAT_HARNESS_CELL_BROKEN`, naming the cell, the band and its counts
 */
export async function requireCell(cell: PlannedCell, total: number, dir: string, profile: Profile): Promise<void> {
  const faults = gateCell(analyseCell(await readCell(dir, cell.name)), profile)
  if (faults.length === 0) return
  const said = faults.map(({ band, code, text }) => `${band} ${code}: ${text}`).join('; ')
  throw new HarnessInputError('LAT_HARNESS_CELL_BROKEN', `${cell.name} breaks ${said}. An evidence run ends at the first such cell, here cell ${cell.order} of ${total}. Find the cause and start again; a tolerance is never widened to make a run pass.`)
}
