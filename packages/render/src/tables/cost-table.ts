import type { Analysis } from '@lat/rows'
import { isEstimate } from '../model/is-estimate.js'
import type { Table } from '../table/table.js'

/** CPU of the subject by cell; `null` when it was read in none. */
export function costTable(analysis: Analysis): Table | null {
  const rows = [...analysis.cells]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ name, payloadBytes, stream, ratePerSecond, counts, subjectCpu }) =>
      subjectCpu === null
        ? []
        : [
            {
              context: { payloadBytes, stream, ratePerSecond, counts: [counts.ok], estimator: "CPU time of the subject's process tree over the steady phase; n is successful requests", run: analysis.run.name },
              cells: { cpuSeconds: subjectCpu.cpuSeconds.toFixed(2), perRequest: subjectCpu.cpuMsPerRequest.toFixed(3), cores: subjectCpu.coresBusy.toFixed(3), cell: name },
            },
          ],
    )
  if (rows.length === 0) return null
  return {
    name: 'cost',
    title: 'CPU cost of the subject by cell',
    estimate: isEstimate(analysis),
    columns: [
      { key: 'cpuSeconds', heading: 'CPU s', align: 'right' },
      { key: 'perRequest', heading: 'CPU ms/request', align: 'right' },
      { key: 'cores', heading: 'cores busy', align: 'right' },
      { key: 'cell', heading: 'cell', align: 'left' },
    ],
    rows,
    notes: [],
  }
}
