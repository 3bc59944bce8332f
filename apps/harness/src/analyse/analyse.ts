import type { Analysis, Microbench } from '@lat/rows'
import { analyseCell } from './analyse-cell.js'
import { curvesOf } from './curves.js'
import type { MeasuredCell } from './measured-cell.js'
import { groupsOf } from './measured-cell.js'
import { shiftsOf } from './shifts.js'

export interface RunToAnalyse {
  readonly run: Analysis['run']
  readonly idleFloorPercent: number
  readonly cells: readonly MeasuredCell[]
  readonly microbench: readonly Microbench[]
}

/** Everything that follows from the rows of a run, computed once: bands judge it, render draws it. Pure. */
export function analyse({ run, idleFloorPercent, cells, microbench }: RunToAnalyse): Analysis {
  const ordered = [...cells].sort((a, b) => a.summary.order - b.summary.order)
  const groups = groupsOf(ordered)
  const identity = new Map(ordered.flatMap(({ summary }) => summary.identity.map((each) => [JSON.stringify(each), each] as const)))
  return {
    format: 1,
    run,
    cells: ordered.map(analyseCell),
    shifts: shiftsOf(run.name, groups),
    curves: curvesOf(run.name, groups),
    microbench: [...microbench],
    identity: [...identity.values()],
    readings: ordered.flatMap(({ summary }) =>
      (['before', 'after'] as const).flatMap((phase) => {
        const reading = summary.host[phase]
        if (reading === null) return []
        return [{ cell: summary.name, phase, idlePercent: reading.idlePercent, belowFloor: reading.idlePercent !== null && reading.idlePercent < idleFloorPercent, ...(reading.idleUnsupported === true ? { idleUnsupported: true as const } : {}) }]
      }),
    ),
  }
}
