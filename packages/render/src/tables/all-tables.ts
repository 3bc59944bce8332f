import type { Analysis } from '@lat/rows'
import type { JudgedRun } from '../model/judged-run.js'
import type { Table } from '../table/table.js'
import { absoluteTable } from './absolute-table.js'
import { costTable } from './cost-table.js'
import { countsTable } from './counts-table.js'
import { crossingsTable } from './crossings-table.js'
import { loadedTable } from './loaded-table.js'
import { pairedTable } from './paired-table.js'
import { shiftTable } from './shift-table.js'

/** The tables of a run in reading order; those it has no data for are left out. */
export function allTables(analysis: Analysis, { detail, evaluation }: { readonly detail: 'brief' | 'full'; readonly evaluation?: JudgedRun | undefined }): readonly Table[] {
  const full = detail === 'full'
  return [
    absoluteTable(analysis),
    shiftTable(analysis, 'duration'),
    ...(full ? [shiftTable(analysis, 'waiting'), shiftTable(analysis, 'response')] : []),
    pairedTable(analysis, { pairing: 'enforcement' }),
    pairedTable(analysis, { pairing: 'control' }),
    loadedTable(analysis),
    ...(full ? [crossingsTable(analysis, evaluation)] : []),
    countsTable(analysis),
    ...(full ? [costTable(analysis, evaluation)] : []),
  ].filter((table) => table !== null)
}
