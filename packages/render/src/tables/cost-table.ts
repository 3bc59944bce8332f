import type { Analysis } from '@lat/rows'
import { isEstimate } from '../model/is-estimate.js'
import type { JudgedRun } from '../model/judged-run.js'
import type { Table } from '../table/table.js'

/** CPU of the subject by cell, with the slots each needed where an evaluation says so; `null` when CPU was read in none. */
export function costTable(analysis: Analysis, { cost = [] }: Pick<JudgedRun, 'cost'> = {}): Table | null {
  const judged = new Map(cost.map((row) => [row.cell, row]))
  const fixed = (value: number | null | undefined, digits: number) => (value === null || value === undefined ? 'unknown' : value.toFixed(digits))
  const rows = [...analysis.cells]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ name, payloadBytes, stream, ratePerSecond, counts, subjectCpu }) =>
      subjectCpu === null
        ? []
        : [
            {
              context: { payloadBytes, stream, ratePerSecond, counts: [counts.ok], estimator: "CPU time of the subject's process tree over the steady phase; n is successful requests", run: analysis.run.name },
              cells: { cpuSeconds: subjectCpu.cpuSeconds.toFixed(2), perRequest: subjectCpu.cpuMsPerRequest.toFixed(3), cores: subjectCpu.coresBusy.toFixed(3), slots: fixed(judged.get(name)?.slotsNeeded, 2), headroom: fixed(judged.get(name)?.headroom, 1), cell: name },
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
      ...(cost.length === 0 ? [] : [{ key: 'slots', heading: 'slots needed', align: 'right' as const }, { key: 'headroom', heading: 'headroom', align: 'right' as const }]),
      { key: 'cell', heading: 'cell', align: 'left' },
    ],
    rows,
    notes: cost.length === 0 ? [] : ["slots needed: achieved rate times P50 (Little's law). headroom: slots there were over slots needed; near 1 the generator's own slots set the latency."],
  }
}
