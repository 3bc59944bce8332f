import type { Analysis } from '@lat/rows'
import { isEstimate } from '../model/is-estimate.js'
import type { JudgedRun } from '../model/judged-run.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import type { Table, TableRow } from '../table/table.js'
import { formatCount } from '../text/format-count.js'
import { formatNs } from '../text/format-ns.js'

/**
 * Where the enforcement curve crosses its budgets, as the evaluation derived it; `null` when it derived nothing.
 *
 * @throws {RenderInputError} when a measured point stands between cells of unequal rate or payload
 */
export function crossingsTable(analysis: Analysis, { crossings = [] }: Pick<JudgedRun, 'crossings'> = {}): Table | null {
  const rows = crossings.flatMap(({ targetNs, derivation, fromBytes, toBytes, nsPerByte, crossingBytes, inside }): readonly TableRow[] => {
    const measured = pairedShifts(analysis, 'enforcement').filter(({ q, stream, payloadBytes }) => q === 0.5 && !stream && (payloadBytes === fromBytes || payloadBytes === toBytes))
    const last = measured.sort((a, b) => a.payloadBytes - b.payloadBytes).at(-1)
    if (last === undefined) return []
    return [
      {
        context: {
          payloadBytes: last.payloadBytes,
          stream: false,
          ratePerSecond: last.ratePerSecond,
          counts: measured.map((shift) => requireComparable(analysis, shift).treatment.okCount),
          estimator: 'line through paired enforce - passthrough P50; prompt and rate are of its upper point, n is enforce requests at each measured point',
          run: analysis.run.name,
        },
        cells: {
          target: formatNs(targetNs, { unit: 'us', withUnit: true }),
          crossing: crossingBytes === null ? 'never' : crossingBytes < 0 ? 'below 0 B' : `${formatCount(Math.round(crossingBytes))} B`,
          line: `${fromBytes} B .. ${toBytes} B`,
          slope: nsPerByte.toFixed(1),
          derivation: derivation.replace(/-/g, ' '),
          reach: inside ? 'between measured points' : 'extrapolated',
        },
      },
    ]
  })
  if (rows.length === 0) return null
  return {
    name: 'crossings',
    title: 'Where the enforcement curve crosses its budgets',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'target', heading: 'budget', align: 'right' },
      { key: 'crossing', heading: 'crossed at', align: 'right' },
      { key: 'slope', heading: 'ns/B', align: 'right' },
      { key: 'line', heading: 'line', align: 'left' },
      { key: 'derivation', heading: 'derivation', align: 'left' },
      { key: 'reach', heading: 'reach', align: 'left' },
    ],
    rows,
    notes: ['That the derivations agree says more than any one of them. A line between sizes that ran at different rates also crosses operating points.'],
  }
}
