import type { Analysis } from '@lat/rows'
import { armName } from '../model/arm-name.js'
import { groupReading, readingQuantiles } from '../model/group-reading.js'
import type { DrawnSeries } from '../model/group-reading.js'
import { groups } from '../model/groups.js'
import type { Group } from '../model/groups.js'
import { isEstimate } from '../model/is-estimate.js'
import type { Table, TableRow } from '../table/table.js'
import { formatNs } from '../text/format-ns.js'
import { quantileLabel } from '../text/quantile-label.js'

/** Words where a failed cell would otherwise show a number nobody measured. */
export const noSamples = 'no successful samples'
export const unresolved = 'unresolved'

/**
 * The absolute distributions, one row per cell group and series.
 *
 * @throws {RenderInputError} when there are no cells, or the cells of a group differ in rate
 */
export function absoluteTable(analysis: Analysis): Table {
  const rows = groups(analysis).flatMap((group) => {
    const series: readonly DrawnSeries[] = group.stream ? ['duration', 'waiting', 'firstEvent', 'response'] : ['duration', 'waiting', 'response']
    return (group.okCount === 0 ? series.slice(0, 1) : series).map((each) => row(analysis, group, each))
  })
  return {
    name: 'absolute',
    title: 'Absolute latency by cell group, ms',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'arm', heading: 'arm', align: 'left' },
      { key: 'cells', heading: 'cells', align: 'right' },
      { key: 'series', heading: 'series', align: 'left' },
      ...readingQuantiles.map((q) => ({ key: quantileLabel(q), heading: quantileLabel(q), align: 'right' as const })),
    ],
    rows,
    notes: [
      'duration: connection acquired to last byte. waiting: request written to first byte. firstEvent: request written to first stream event. response: scheduled instant to last byte, in which a stall cannot hide.',
      'Successful requests only. "unresolved": too few rows, P99 needs 368 in each cell and P99.9 needs 3,688.',
    ],
  }
}

/** How many cells the row is read from; contended ones count only where there are no others. */
function cellCount({ cells, contendedCells }: Group): string {
  if (contendedCells === 0) return `${cells.length}`
  return cells.every(({ contended }) => contended) ? `${cells.length} contended` : `${cells.length} (+${contendedCells} contended)`
}

function row(analysis: Analysis, group: Group, series: DrawnSeries): TableRow {
  const none = group.okCount === 0
  const reading = (q: number) => {
    const ns = groupReading(analysis, group, series, q)
    return ns === null ? unresolved : formatNs(ns, { unit: 'ms' })
  }
  return {
    context: {
      payloadBytes: group.payloadBytes,
      stream: group.stream,
      ratePerSecond: group.ratePerSecond,
      counts: [group.okCount],
      estimator: 'type-7 quantile of a cell, median across the cells of a group',
      run: analysis.run.name,
    },
    cells: {
      arm: armName(group.arm),
      cells: cellCount(group),
      series: none ? noSamples : series,
      ...Object.fromEntries(readingQuantiles.map((q) => [quantileLabel(q), none ? '' : reading(q)])),
    },
  }
}
