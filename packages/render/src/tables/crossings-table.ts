import type { Analysis } from '@lat/rows'
import { crossings } from '../model/crossings.js'
import { isEstimate } from '../model/is-estimate.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'
import type { Table } from '../table/table.js'
import { formatCount } from '../text/format-count.js'

const thresholdsNs = [500_000, 1_000_000]

/**
 * Where the enforcement curve crosses 500 us and 1 ms, by three derivations; `null` with fewer than two prompt sizes.
 *
 * @throws {RenderInputError} when a shift stands between cells of unequal rate or payload
 */
export function crossingsTable(analysis: Analysis): Table | null {
  const points = pairedShifts(analysis, 'enforcement').flatMap((shift) => (shift.q === 0.5 && !shift.stream && shift.shiftNs !== null ? [{ ...shift, deltaNs: shift.shiftNs }] : []))
  if (points.length < 2) return null
  return {
    name: 'crossings',
    title: 'Where the enforcement curve crosses 500 us and 1 ms',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'threshold', heading: 'threshold', align: 'right' },
      { key: 'crossing', heading: 'crossing', align: 'right' },
      { key: 'slope', heading: 'ns/B', align: 'right' },
      { key: 'derivation', heading: 'derivation', align: 'left' },
      { key: 'reach', heading: 'reach', align: 'left' },
    ],
    rows: thresholdsNs.flatMap((thresholdNs) =>
      crossings(points, thresholdNs).map((crossing) => {
        const shift = points.find(({ payloadBytes }) => payloadBytes === crossing.fromBytes)!
        const { treatment, baseline } = requireComparable(analysis, shift)
        return {
          context: {
            payloadBytes: shift.payloadBytes,
            stream: false,
            ratePerSecond: shift.ratePerSecond,
            counts: [treatment.okCount, baseline.okCount],
            estimator: 'paired enforce - passthrough P50, from the measured point nearest to the threshold; n is enforce / passthrough there',
            run: analysis.run.name,
          },
          cells: {
            threshold: thresholdNs === 500_000 ? '500 us' : '1 ms',
            crossing: crossing.crossingBytes === null ? 'never' : crossing.crossingBytes < 0 ? 'below 0 B' : `${formatCount(Math.round(crossing.crossingBytes))} B`,
            slope: crossing.nsPerByte.toFixed(1),
            derivation: crossing.derivation,
            reach: crossing.interpolated ? 'between measured points' : 'extrapolated',
          },
        }
      }),
    ),
    notes: ['Rates differ between prompt sizes where the profile says so, so a slope across sizes also crosses operating points.'],
  }
}
