import type { CellProgress } from '@lat/loadgen'
import { HarnessInputError } from '../errors.js'
import type { ModeSettings } from '../plan/modes.js'
import type { PlannedCell } from '../plan/plan-cells.js'
import type { CellTarget } from './cell-spec.js'
import { cellSpec } from './cell-spec.js'
import type { TreeUsage } from './host.js'
import type { LoadedCell, Machinery, MeasuredSubject } from './machinery.js'
import { treeUsage } from './tree-usage.js'

export interface CellOptions {
  readonly mode: ModeSettings
  readonly seed: string
  readonly slots: number
  readonly runCell: Machinery['runCell']
  readonly signal: AbortSignal
  readonly onProgress: (progress: CellProgress) => void
}

export interface RanCell {
  readonly result: LoadedCell
  /** What the subject's process tree used over the steady window; `null` for a direct cell. */
  readonly usage: TreeUsage | null
}

function difference(start: TreeUsage, end: TreeUsage): TreeUsage {
  const cpuSeconds = start.cpuSeconds === null || end.cpuSeconds === null ? null : Math.max(0, end.cpuSeconds - start.cpuSeconds)
  return { cpuSeconds, rssBytes: end.rssBytes, processes: end.processes }
}

/**
 * Runs the load of one cell. The subject's CPU is read at both edges of the steady window, and its death ends the
 * cell at once.
 *
 * @throws {HarnessInputError} when the subject dies, with its own last words
 */
export async function measureCell(cell: PlannedCell, target: CellTarget, subject: MeasuredSubject | null, options: CellOptions): Promise<RanCell> {
  const { mode } = options
  const over = new AbortController()
  const signal = AbortSignal.any([options.signal, over.signal])
  let death: HarnessInputError | null = null
  void subject?.exited.then((report) => {
    if (report.requested) return
    const how = report.signal === null ? `exit code ${String(report.code)}` : report.signal
    death = new HarnessInputError('LAT_HARNESS_CELL_FAILED', `${subject.name} (pid ${subject.pid}) died with ${how} during ${cell.name}. Its last output:\n${report.lastOutput.trim() || '(none)'}`)
    over.abort(death)
  })

  const edges = new Map<'steady-start' | 'steady-end', Promise<TreeUsage>>()
  const readAt = (edge: 'steady-start' | 'steady-end') => {
    if (subject !== null) edges.set(edge, treeUsage(subject.pid))
  }
  const result = await options.runCell(cellSpec(cell, target, mode, options), { signal, onProgress: options.onProgress, onPhase: readAt })
  // A reading takes a moment, and must be over before the subject is stopped.
  const [start, end] = await Promise.all([edges.get('steady-start') ?? null, edges.get('steady-end') ?? null])
  if (death !== null) throw death as HarnessInputError
  if (options.signal.aborted) throw new HarnessInputError('LAT_HARNESS_INTERRUPTED', `The run was interrupted during ${cell.name}.`)
  return { result, usage: start === null || end === null ? null : difference(start, end) }
}
