import type { Analysis } from '@lat/rows'
import type { Table } from '../table/table.js'
import { absoluteTable } from './absolute-table.js'
import { costTable } from './cost-table.js'
import { countsTable } from './counts-table.js'
import { crossingsTable } from './crossings-table.js'
import { loadedTable } from './loaded-table.js'
import { pairedTable } from './paired-table.js'
import { shiftTable } from './shift-table.js'

/** The tables of a run in reading order; those it has no data for are left out. */
export function allTables(analysis: Analysis, { detail }: { readonly detail: 'brief' | 'full' }): readonly Table[] {
  const full = detail === 'full'
  return [
    absoluteTable(analysis),
    shiftTable(analysis, 'duration'),
    ...(full ? [shiftTable(analysis, 'waiting'), shiftTable(analysis, 'response')] : []),
    pairedTable(analysis, { pairing: 'enforcement' }),
    pairedTable(analysis, { pairing: 'control' }),
    loadedTable(analysis),
    ...(full ? [crossingsTable(analysis)] : []),
    countsTable(analysis),
    ...(full ? [costTable(analysis)] : []),
  ].filter((table) => table !== null)
}
