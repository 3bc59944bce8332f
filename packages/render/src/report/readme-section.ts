import type { Analysis, Shift } from '@lat/rows'
import { groupReading } from '../model/group-reading.js'
import { isEstimate } from '../model/is-estimate.js'
import { verdictLine } from '../model/judged-run.js'
import type { JudgedRun } from '../model/judged-run.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import { markdownTable } from '../table/markdown-table.js'
import type { TableRow } from '../table/table.js'
import { bySubject } from '../tables/by-subject.js'
import { unresolvedShift } from '../tables/unresolved-shift.js'
import { escapeMarkdown } from '../text/escape-markdown.js'
import { formatInterval } from '../text/format-interval.js'
import { formatNs } from '../text/format-ns.js'

/**
 * The newest result as one markdown table for a README: both absolute P50s, the shift of each arm against direct, and the
 * paired cost of enforcement with what its interval resampled. Goes between markers by `replaceBetweenMarkers`.
 *
 * @throws {RenderInputError} when the run has no P50 shift against direct, or one between unequal cells
 */
export function readmeSection(analysis: Analysis, evaluation?: JudgedRun): string {
  const estimate = isEstimate(analysis)
  const shifts = analysis.shifts.filter(({ kind, baseline, series, q, treatment }) => kind === 'group' && baseline === 'direct' && series === 'duration' && q === 0.5 && (treatment === 'passthrough' || treatment === 'enforce'))
  const subjects = [...shifts].sort(bySubject).filter((shift, index, all) => index === 0 || shift.payloadBytes !== all[index - 1]!.payloadBytes || shift.stream !== all[index - 1]!.stream)
  const table = markdownTable({
    name: 'readme',
    title: `Latency that ${analysis.run.subject} adds, P50 of duration`,
    estimate,
    columns: [
      { key: 'direct', heading: 'direct, ms', align: 'right' },
      { key: 'passthrough', heading: 'passthrough - direct, ms', align: 'right' },
      { key: 'enforce', heading: 'enforce - direct, ms', align: 'right' },
      { key: 'paired', heading: 'enforcement, paired, us', align: 'right' },
      { key: 'interval', heading: 'its interval', align: 'left' },
    ],
    rows: subjects.map((shift) => row(analysis, shift, shifts)),
    notes: ['Shifts are between distributions, Q(arm) - Q(direct). The paired column subtracts passthrough from enforce inside each repetition and takes the median, so it is not the difference of the columns before it.'],
  })
  const kind = estimate ? `One ${analysis.run.mode} run, NOT EVIDENCE` : 'Evidence run'
  return `${kind}, profile ${escapeMarkdown(analysis.run.profile)}${evaluation === undefined ? '' : `: ${escapeMarkdown(verdictLine(evaluation))}`}.\n\n${table}`
}

function row(analysis: Analysis, subject: Shift, shifts: readonly Shift[]): TableRow {
  const same = (shift: Shift) => shift.payloadBytes === subject.payloadBytes && shift.stream === subject.stream
  const { baseline: direct } = requireComparable(analysis, subject)
  const against = (arm: 'passthrough' | 'enforce') => {
    const shift = shifts.find((each) => same(each) && each.treatment === arm)
    if (shift === undefined) return { text: 'not run', okCount: [] }
    const { treatment } = requireComparable(analysis, shift)
    return { text: shift.shiftNs === null ? unresolvedShift(shift, { treatment, baseline: direct }) : formatNs(shift.shiftNs, { unit: 'ms', signed: true }), okCount: [treatment.okCount] }
  }
  const [passthrough, enforce] = [against('passthrough'), against('enforce')]
  const paired = pairedShifts(analysis, 'enforcement').find((shift) => shift.q === 0.5 && same(shift))
  const directNs = groupReading(analysis, direct, 'duration', 0.5)
  return {
    context: {
      payloadBytes: subject.payloadBytes,
      stream: subject.stream,
      ratePerSecond: subject.ratePerSecond,
      counts: [direct.okCount, ...passthrough.okCount, ...enforce.okCount],
      estimator: 'type-7 quantiles, median across the cells of a group; n is direct / passthrough / enforce',
      run: analysis.run.name,
    },
    cells: {
      direct: direct.okCount === 0 ? 'no successful samples' : directNs === null ? 'unresolved' : formatNs(directNs, { unit: 'ms' }),
      passthrough: passthrough.text,
      enforce: enforce.text,
      paired: paired === undefined ? 'not run' : paired.shiftNs === null ? unresolvedShift(paired, requireComparable(analysis, paired)) : formatNs(paired.shiftNs, { unit: 'us', signed: true }),
      interval: pairedInterval(paired),
    },
  }
}

/** The interval that says most: across repetitions where there are any, else within cells, always by name. */
function pairedInterval(paired: Shift | undefined): string {
  if (paired === undefined || paired.shiftNs === null) return ''
  if (paired.acrossRepetitionsT !== null) return `acrossRepetitions, t ${formatInterval(paired.acrossRepetitionsT, 'us')}`
  if (paired.withinCells !== null) return `withinCells ${formatInterval(paired.withinCells, 'us')}, ${paired.spreadNs === null ? 'ONE REPETITION' : 'too few repetitions'}`
  return 'none'
}
