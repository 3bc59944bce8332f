import type { AnalysedCell, Analysis, QuantileSet } from '@lat/rows'
import { cellQuantilesSchema } from './cell-quantiles.js'
import type { CellQuantiles } from './cell-quantiles.js'
import { cellShifts } from './cell-shifts.js'
import { cellsInvalid } from './errors.js'
import { nsFromMs } from './milliseconds.js'

const none: QuantileSet = { p50Ns: null, p90Ns: null, p99Ns: null, p999Ns: null }

function nsOrNull(valueMs: number | null | undefined): number | null {
  return valueMs === null || valueMs === undefined ? null : nsFromMs(valueMs)
}

function subjectCpu({ cpuSeconds = null, cpuMsPerRequest = null, cores = null }: CellQuantiles['cells'][number]): AnalysedCell['subjectCpu'] {
  return cpuSeconds === null || cpuMsPerRequest === null || cores === null ? null : { cpuSeconds, cpuMsPerRequest, coresBusy: cores }
}

function toCell(cell: CellQuantiles['cells'][number], contended: boolean): AnalysedCell {
  return {
    name: cell.name,
    arm: cell.role,
    payloadBytes: cell.promptBytes,
    stream: cell.stream,
    repetition: cell.repetition ?? null,
    canary: cell.canary ?? null,
    order: cell.order,
    ratePerSecond: cell.demandedRps,
    steadySeconds: cell.demandedSteady / cell.demandedRps,
    counts: {
      demanded: cell.demandedSteady,
      ok: cell.rows - cell.failedSteady,
      failed: cell.failedSteady,
      dropped: cell.droppedSteady,
      abandoned: 0,
      warmupDropped: cell.droppedWarmup,
      // The layout holds no row of a dropped arrival and no second count to compare the rows with.
      rows: cell.rows + cell.droppedSteady,
      generator: cell.rows + cell.droppedSteady,
    },
    failures: cell.failedSteady > 0 ? { unspecified: cell.failedSteady } : {},
    achievedRatePerSecond: cell.achievedRps,
    duration: { p50Ns: nsOrNull(cell.p50Ms), p90Ns: nsOrNull(cell.p90Ms), p99Ns: nsOrNull(cell.p99Ms), p999Ns: nsOrNull(cell.p999Ms) },
    waiting: { ...none, p50Ns: nsOrNull(cell.waitingP50Ms), p99Ns: nsOrNull(cell.waitingP99Ms) },
    response: none,
    lateness: none,
    firstEvent: none,
    contended,
    subjectCpu: subjectCpu(cell),
    rowsSha256: null,
  }
}

/** The stamp the subject reported, against the one its commit asks for. */
function identityOf({ levee_git_sha: sha, levee_version_stamp: reported }: CellQuantiles['manifest']): Analysis['identity'] {
  return typeof sha === 'string' && typeof reported === 'string' ? [{ name: 'levee', expected: `bench-${sha}`, reported }] : []
}

/**
 * The `Analysis` of a run that is known by its per-cell quantiles and host readings alone: the layout of
 * levee's published evidence, from parsed JSON. Reads `cells`, `machineState` and `manifest`, never a
 * verdict the file may carry; point estimates of every shift, and no interval, since those need rows.
 *
 * @throws {BandsInputError} on a layout that cannot be read, with every fault in one message
 * @example evaluate(fromCellQuantiles(json), loadProfile('published')).verdictLine // 'VERDICT VALID'
 */
export function fromCellQuantiles(json: unknown): Analysis {
  const parsed = cellQuantilesSchema.safeParse(json)
  if (!parsed.success) throw cellsInvalid(parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`), parsed.error)
  const { manifest, machineState, run } = parsed.data
  const readings = machineState.flatMap(({ cell, phase, cpuIdlePct, idleFloorPct, breach }): Analysis['readings'] =>
    phase === 'before' || phase === 'after' ? [{ cell, phase, idlePercent: cpuIdlePct, belowFloor: breach ?? (cpuIdlePct !== null && cpuIdlePct < idleFloorPct) }] : [],
  )
  const busy = new Set(readings.filter(({ belowFloor }) => belowFloor).map(({ cell }) => cell))
  const cells = parsed.data.cells.map((cell) => toCell(cell, busy.has(cell.name))).sort((a, b) => a.order - b.order)
  return {
    format: 1,
    run: {
      name: run ?? 'per-cell quantiles',
      mode: manifest.run_mode,
      estimate: manifest.run_mode !== 'evidence',
      subject: 'levee',
      profile: 'published',
      design: 'seed',
      seed: 'not recorded',
      plannedRepetitions: Number(manifest.repetitions),
      plannedStreamRepetitions: Number(manifest.stream_repetitions),
    },
    cells,
    shifts: [...cellShifts(cells)],
    curves: [],
    microbench: [],
    identity: identityOf(manifest),
    readings,
  }
}
