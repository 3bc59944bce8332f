import { groupQuantile, seedKey } from '@lat/estimators'
import type { Curve } from '@lat/rows'
import { curvePoints } from './curve-points.js'
import type { MeasuredCell } from './measured-cell.js'
import { resolvedQuantile } from './quantile-set.js'

const markerQuantiles = [0.5, 0.9, 0.99, 0.999]
type CurveSeries = Curve['series']

/** The cell that stands for its group in the figure: the one with the lower-median P99, so never the best nor the worst. */
function drawnCell(cells: readonly MeasuredCell[], series: CurveSeries): MeasuredCell {
  const p99 = ({ sample }: MeasuredCell) => resolvedQuantile(sample[series], 0.99) ?? resolvedQuantile(sample[series], 0.9) ?? sample[series][0] ?? 0
  const ordered = [...cells].sort((a, b) => p99(a) - p99(b))
  return ordered[Math.floor((ordered.length - 1) / 2)]!
}

function curveOf(run: string, cells: readonly MeasuredCell[], series: CurveSeries): Curve | null {
  const answered = cells.filter(({ sample }) => sample[series].length > 0)
  if (answered.length === 0) return null
  const drawn = drawnCell(answered, series)
  const { spec, name } = drawn.summary
  const markers = markerQuantiles.flatMap((q) => {
    if (answered.some(({ sample }) => resolvedQuantile(sample[series], q) === null)) return []
    const group = groupQuantile(answered.map(({ sample }) => sample[series]), q, { seed: seedKey(run, 'group-quantile', spec.arm, spec.payloadBytes, String(spec.stream), series, q) })
    return [{ q, valueNs: group.estimate, lowNs: group.withinCells?.low ?? null, highNs: group.withinCells?.high ?? null }]
  })
  return { cell: name, arm: spec.arm, payloadBytes: spec.payloadBytes, stream: spec.stream, ratePerSecond: spec.ratePerSecond, series, count: drawn.sample[series].length, points: curvePoints(drawn.sample[series]), markers }
}

/** One curve per group of like cells: total time, and for streams the time to the first byte and event. */
export function curvesOf(run: string, groups: ReadonlyMap<string, readonly MeasuredCell[]>): Curve[] {
  return [...groups.values()].flatMap((cells) => {
    const wanted: readonly CurveSeries[] = cells[0]!.summary.spec.stream ? ['duration', 'waiting', 'firstEvent'] : ['duration', 'waiting']
    return wanted.map((series) => curveOf(run, cells, series)).filter((curve) => curve !== null)
  })
}
