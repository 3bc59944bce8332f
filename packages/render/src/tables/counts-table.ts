import type { Analysis, AnalysedCell } from '@lat/rows'
import { isEstimate } from '../model/is-estimate.js'
import type { Table } from '../table/table.js'
import { formatCount } from '../text/format-count.js'

const counted = ['demanded', 'ok', 'failed', 'dropped', 'abandoned'] as const

/**
 * What each cell was asked for and what it got, in run order, failures by code.
 *
 * @throws {RenderInputError} when the run has no cells
 */
export function countsTable(analysis: Analysis): Table {
  const cells = [...analysis.cells].sort((a, b) => a.order - b.order)
  const total = (key: (typeof counted)[number]) => cells.reduce((sum, { counts }) => sum + counts[key], 0)
  return {
    name: 'counts',
    title: 'Offered and achieved rate, counts and failures by cell',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'achieved', heading: 'achieved/s', align: 'right' },
      { key: 'share', heading: 'of offered', align: 'right' },
      ...counted.map((key) => ({ key, heading: key, align: 'right' as const })),
      { key: 'warmupDropped', heading: 'warm-up dropped', align: 'right' },
      { key: 'cell', heading: 'cell', align: 'left' },
      { key: 'remarks', heading: 'failures and remarks', align: 'left' },
    ],
    rows: cells.map((cell) => ({
      context: {
        payloadBytes: cell.payloadBytes,
        stream: cell.stream,
        ratePerSecond: cell.ratePerSecond,
        counts: [cell.counts.rows],
        estimator: 'counts of the steady phase; n is rows in the row file',
        run: analysis.run.name,
      },
      cells: {
        achieved: cell.achievedRatePerSecond.toFixed(2),
        share: `${((cell.achievedRatePerSecond / cell.ratePerSecond) * 100).toFixed(2)}%`,
        ...Object.fromEntries(counted.map((key) => [key, formatCount(cell.counts[key])])),
        warmupDropped: formatCount(cell.counts.warmupDropped),
        cell: cell.name,
        remarks: cellRemarks(cell),
      },
    })),
    notes: [`Totals: ${counted.map((key) => `${key} ${formatCount(total(key))}`).join(', ')}.`],
  }
}

function cellRemarks({ failures, counts, contended }: AnalysedCell): string {
  const codes = Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => `${code} ${formatCount(count)}`)
  return [...(counts.ok === 0 ? ['no successful samples'] : []), ...codes, ...(contended ? ['contended'] : [])].join('; ')
}
