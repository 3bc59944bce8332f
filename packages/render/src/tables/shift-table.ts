import type { Analysis, AnalysisInterval, Series, Shift } from '@lat/rows'
import { armName } from '../model/arm-name.js'
import { isEstimate } from '../model/is-estimate.js'
import { requireComparable } from '../model/require-comparable.js'
import type { Table, TableRow } from '../table/table.js'
import { formatInterval } from '../text/format-interval.js'
import { formatNs } from '../text/format-ns.js'
import { quantileLabel } from '../text/quantile-label.js'
import { bySubject } from './by-subject.js'
import { remarks } from './remarks.js'
import { unresolvedShift } from './unresolved-shift.js'

/**
 * Quantile shifts of every proxied arm against the direct baseline, in one series; `null` when the run has none.
 *
 * @throws {RenderInputError} when a shift stands between cells of unequal rate or payload
 */
export function shiftTable(analysis: Analysis, series: Series): Table | null {
  const shifts = analysis.shifts.filter((shift) => shift.kind === 'group' && shift.baseline === 'direct' && shift.series === series)
  if (shifts.length === 0) return null
  return {
    name: `shift-${series}`,
    title: `Quantile shift against direct, ${series}, ms`,
    estimate: isEstimate(analysis),
    columns: [
      { key: 'arm', heading: 'arm', align: 'left' },
      { key: 'quantile', heading: 'quantile', align: 'left' },
      { key: 'shift', heading: 'shift', align: 'right' },
      { key: 'withinCells', heading: 'withinCells', align: 'right' },
      { key: 't', heading: 'acrossRepetitions, t', align: 'right' },
      { key: 'distributionFree', heading: 'acrossRepetitions, distribution-free', align: 'right' },
      { key: 'remarks', heading: 'remarks', align: 'left' },
    ],
    rows: [...shifts].sort(bySubject).map((shift) => row(analysis, shift)),
    notes: [
      'A shift is Q(treatment) - Q(direct), a distance between two distributions; it is not the quantile of a per-request overhead, which unpaired requests do not have.',
      'withinCells resamples the requests inside each cell and says how well this run knows its own cells. acrossRepetitions says what another repetition would give; "none" needs more repetitions.',
      ...(shifts.some(onPlateau) ? ['A P50 shift of 38 to 45 ms on Linux is the mark of a delayed acknowledgement: a response written in two pieces on a socket without TCP_NODELAY. Rule that out before blaming the gateway.'] : []),
    ],
  }
}

function onPlateau({ q, shiftNs }: Shift): boolean {
  return q === 0.5 && shiftNs !== null && shiftNs >= 38_000_000 && shiftNs <= 45_000_000
}

function row(analysis: Analysis, shift: Shift): TableRow {
  const { treatment, baseline } = requireComparable(analysis, shift)
  const interval = (each: AnalysisInterval | null) => (each === null ? 'none' : formatInterval(each, 'ms'))
  return {
    context: {
      payloadBytes: shift.payloadBytes,
      stream: shift.stream,
      ratePerSecond: shift.ratePerSecond,
      counts: [treatment.okCount, baseline.okCount],
      estimator: 'quantile shift of type-7 quantiles, median across the cells of a group; n is treatment / baseline',
      run: analysis.run.name,
    },
    cells: {
      arm: armName(shift.treatment),
      quantile: quantileLabel(shift.q),
      shift: shift.shiftNs === null ? unresolvedShift(shift, { treatment, baseline }) : formatNs(shift.shiftNs, { unit: 'ms', signed: true }),
      withinCells: interval(shift.withinCells),
      t: interval(shift.acrossRepetitionsT),
      distributionFree: interval(shift.acrossRepetitionsDistributionFree),
      remarks: remarks(shift),
    },
  }
}
