import type { Analysis, AnalysisInterval, Shift } from '@lat/rows'
import { isEstimate } from '../model/is-estimate.js'
import { pairedShifts } from '../model/paired-shifts.js'
import type { Pairing } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import type { Table, TableRow } from '../table/table.js'
import { formatInterval } from '../text/format-interval.js'
import { formatNs } from '../text/format-ns.js'
import { quantileLabel } from '../text/quantile-label.js'
import { bySubject } from './by-subject.js'
import { remarks } from './remarks.js'
import { unresolvedShift } from './unresolved-shift.js'

export interface PairedTableOptions {
  /** `enforcement`: enforce - passthrough. `control`: control b - control a, whose true value is 0. */
  readonly pairing: Pairing
}

const words = {
  enforcement: { title: 'Enforcement: enforce - passthrough, paired by repetition, duration, us', note: null },
  control: {
    title: 'A/A control: control b - control a, paired by repetition, duration, us',
    note: 'Both arms run one configuration, so the true value is 0; what is left is what this host adds by itself. Necessary, not sufficient.',
  },
} as const

/**
 * Repetition-matched shifts with every repetition shown; `null` when the run has none.
 *
 * @throws {RenderInputError} when a shift stands between cells of unequal rate or payload
 */
export function pairedTable(analysis: Analysis, { pairing }: PairedTableOptions): Table | null {
  const { title, note } = words[pairing]
  const shifts = pairedShifts(analysis, pairing)
  if (shifts.length === 0) return null
  return {
    name: `paired-${pairing}`,
    title,
    estimate: isEstimate(analysis),
    columns: [
      { key: 'quantile', heading: 'quantile', align: 'left' },
      { key: 'shift', heading: 'shift', align: 'right' },
      { key: 'spread', heading: 'spread', align: 'right' },
      { key: 'withinCells', heading: 'withinCells', align: 'right' },
      { key: 't', heading: 'acrossRepetitions, t', align: 'right' },
      { key: 'distributionFree', heading: 'acrossRepetitions, distribution-free', align: 'right' },
      { key: 'perRepetition', heading: 'per repetition', align: 'left' },
      { key: 'remarks', heading: 'remarks', align: 'left' },
    ],
    rows: [...shifts].sort(bySubject).map((shift) => row(analysis, shift)),
    notes: [
      ...(note === null ? [] : [note]),
      'shift is the median of the per-repetition differences; the t interval is centred on their mean, given before it. spread is the largest difference minus the smallest.',
      'withinCells resamples the requests inside each cell. acrossRepetitions treats repetitions as the sample; "none" needs more of them.',
    ],
  }
}

function row(analysis: Analysis, shift: Shift): TableRow {
  const { treatment, baseline } = requireComparable(analysis, shift)
  const interval = (each: AnalysisInterval | null) => (each === null ? 'none' : formatInterval(each, 'us'))
  const signed = (ns: number) => formatNs(ns, { unit: 'us', signed: true })
  const t = shift.acrossRepetitionsT
  return {
    context: {
      payloadBytes: shift.payloadBytes,
      stream: shift.stream,
      ratePerSecond: shift.ratePerSecond,
      counts: [treatment.okCount, baseline.okCount],
      estimator: 'median over repetitions of the difference of type-7 quantiles inside each; n is treatment / baseline',
      run: analysis.run.name,
    },
    cells: {
      quantile: quantileLabel(shift.q),
      shift: shift.shiftNs === null ? unresolvedShift(shift, { treatment, baseline }) : signed(shift.shiftNs),
      spread: shift.shiftNs === null ? '' : shift.spreadNs === null ? 'not resolvable' : formatNs(shift.spreadNs, { unit: 'us' }),
      withinCells: interval(shift.withinCells),
      t: t === null ? 'none' : `mean ${signed(t.centreNs)} ${interval(t)}`,
      distributionFree: interval(shift.acrossRepetitionsDistributionFree),
      perRepetition: shift.perRepetition.map(({ repetition, deltaNs, contended }) => `r${repetition} ${signed(deltaNs)}${contended ? ' (contended, left out)' : ''}`).join(', '),
      remarks: remarks(shift),
    },
  }
}
