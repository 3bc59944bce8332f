import type { Analysis } from '@lat/rows'
import { groupReading } from '../model/group-reading.js'
import { isEstimate } from '../model/is-estimate.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import type { Table } from '../table/table.js'
import { formatNs } from '../text/format-ns.js'
import { bySubject } from './by-subject.js'
import { remarks } from './remarks.js'
import { unresolvedShift } from './unresolved-shift.js'

/**
 * P50 of both arms under load beside their paired delta; `null` when the run pairs nothing.
 *
 * @throws {RenderInputError} when a shift stands between cells of unequal rate or payload
 */
export function loadedTable(analysis: Analysis): Table | null {
  const shifts = pairedShifts(analysis, 'enforcement').filter(({ q }) => q === 0.5)
  if (shifts.length === 0) return null
  const absolute = (ns: number | null, missing: string) => (ns === null ? missing : formatNs(ns, { unit: 'ms' }))
  return {
    name: 'loaded',
    title: 'P50 under load beside the paired delta, duration',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'passthrough', heading: 'passthrough P50, ms', align: 'right' },
      { key: 'enforce', heading: 'enforce P50, ms', align: 'right' },
      { key: 'delta', heading: 'paired delta, us', align: 'right' },
      { key: 'remarks', heading: 'remarks', align: 'left' },
    ],
    rows: [...shifts].sort(bySubject).map((shift) => {
      const { treatment, baseline } = requireComparable(analysis, shift)
      const missing = unresolvedShift(shift, { treatment, baseline })
      return {
        context: {
          payloadBytes: shift.payloadBytes,
          stream: shift.stream,
          ratePerSecond: shift.ratePerSecond,
          counts: [treatment.okCount, baseline.okCount],
          estimator: 'P50: median across the cells of a group; delta: median of the differences inside each repetition; n is enforce / passthrough',
          run: analysis.run.name,
        },
        cells: {
          passthrough: absolute(groupReading(analysis, baseline, 'duration', 0.5), baseline.okCount === 0 ? missing : 'unresolved'),
          enforce: absolute(groupReading(analysis, treatment, 'duration', 0.5), treatment.okCount === 0 ? missing : 'unresolved'),
          delta: shift.shiftNs === null ? missing : formatNs(shift.shiftNs, { unit: 'us', signed: true }),
          remarks: remarks(shift),
        },
      }
    }),
    notes: ['The paired delta is not the difference of the two columns: it subtracts inside each repetition first, which cancels the drift both of its cells share, and takes the median after.'],
  }
}
