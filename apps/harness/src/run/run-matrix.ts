import { join } from 'node:path'
import type { CellSummary } from '@lat/rows'
import { cellFiles } from '@lat/rows'
import { writeRowsFile, writeTextFile } from '@lat/rows/files'
import { HarnessInputError } from '../errors.js'
import type { ModeSettings } from '../plan/modes.js'
import type { PlannedCell } from '../plan/plan-cells.js'
import type { LoadedCell, Machinery, MeasuredSubject } from './machinery.js'
import type { Progress } from './progress.js'
import type { Quiescence } from './quiescence.js'
import type { CellTarget } from './cell-spec.js'
import type { RanCell } from './run-cell.js'
import { measureCell } from './run-cell.js'
import { requireCell } from './require-cell.js'
import type { RunConfig } from './run-config.js'
import { summarise } from './summarise.js'
import type { IdentityReading, Upstream } from './upstream.js'

export interface MatrixParts {
  readonly config: RunConfig
  readonly mode: ModeSettings
  readonly cells: readonly PlannedCell[]
  readonly dir: string
  /** Version every process of this run must report. */
  readonly stamp: string
  readonly machinery: Machinery
  readonly upstream: Upstream
  readonly quiescence: Quiescence
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** What one proxied cell needs beside the load itself, in seconds: starting the subject and reading the host twice. */
const OVERHEAD_SECONDS = 2.5

function secondsOf({ mode }: MatrixParts): number {
  return (mode.steadyStartMs + mode.steadyMs + 2 * mode.idleIntervalMs) / 1000 + OVERHEAD_SECONDS
}

/** Passthrough and both controls run one configuration; only the enforce arm enforces. */
function subjectMode(cell: PlannedCell): 'passthrough' | 'enforce' {
  return cell.arm === 'enforce' ? 'enforce' : 'passthrough'
}

async function startFor(cell: PlannedCell, { config, machinery, upstream, stamp, signal }: MatrixParts): Promise<MeasuredSubject | null> {
  if (cell.arm === 'direct') return null
  const mode = subjectMode(cell)
  const extraArgs = [...config.subjectArgs[mode], ...(cell.arm === 'controlb' ? config.subjectArgs.controlb : [])]
  return machinery.startSubject(config.subject, { port: config.subjectPort, upstreamUrl: upstream.url, mode, stamp, extraArgs, signal, resolveFrom: import.meta.url })
}

function targetOf(subject: MeasuredSubject | null, upstream: Upstream): CellTarget {
  return subject === null ? { url: `${upstream.url}/v1/chat/completions`, headers: {} } : { url: subject.requestUrl, headers: subject.requestHeaders }
}

/** Every answer must have come from the upstream, once: neither a cache nor a hidden retry stands between. */
async function upstreamCount(cell: PlannedCell, before: number, upstream: Upstream, { warmup, steady }: LoadedCell): Promise<IdentityReading[]> {
  const clean = (counts: LoadedCell['steady']) => counts.failed + counts.abandoned === 0
  if (!clean(warmup) || !clean(steady)) return []
  const counted = (await upstream.requests()) - before
  return [{ name: `answers-from-upstream of ${cell.name}`, expected: String(warmup.ok + steady.ok), reported: String(counted) }]
}

async function runOne(cell: PlannedCell, parts: MatrixParts): Promise<CellSummary> {
  const { config, mode, progress, signal, upstream, quiescence, dir, stamp } = parts
  const before = await quiescence.before(cell)
  const subject = await startFor(cell, parts)
  let ran: RanCell
  let identity: IdentityReading[]
  try {
    const countedBefore = await upstream.requests()
    ran = await measureCell(cell, targetOf(subject, upstream), subject, {
      mode,
      seed: config.seed,
      slots: config.profile.slots,
      runCell: parts.machinery.runCell,
      signal,
      onProgress: (news) =>
        progress.update({
          cell: cell.name,
          index: cell.order,
          total: parts.cells.length,
          secondsLeft: (parts.cells.length - cell.order) * secondsOf(parts) + (news.totalMs - news.elapsedMs) / 1000,
          inFlight: news.inFlight,
          dropped: news.dropped,
          p50Ns: news.durationP50Ns,
          p99Ns: news.durationP99Ns,
        }),
    })
    identity = [...upstream.identity, ...(subject === null ? [] : [{ name: subject.name, expected: stamp, reported: subject.reportedIdentity ?? stamp }]), ...(await upstreamCount(cell, countedBefore, upstream, ran.result))]
  } finally {
    await subject?.stop()
  }
  const after = await quiescence.after(cell)

  const files = cellFiles(cell.name)
  const rows = await writeRowsFile(join(dir, files.rows), ran.result.rows, { arms: [cell.arm], ratePerSecond: cell.ratePerSecond })
  const summary = summarise({ cell, mode, config, ran, rows: { file: files.rows, count: rows.rowCount, bytes: rows.bytes, sha256: rows.sha256 }, host: { before, after }, contended: quiescence.isContended(cell), identity })
  await writeTextFile(join(dir, files.summary), `${JSON.stringify(summary, null, 2)}\n`)
  return summary
}

/**
 * Measures every cell in the order of the plan, writing each to disk before the next begins. Evidence ends at the first
 * cell that breaks RATE or INTEGRITY; the other modes measure on and fail in their verdict.
 *
 * @throws {HarnessInputError} when a cell cannot be measured or the run is interrupted; what was written stays, without a MANIFEST
 */
export async function runMatrix(parts: MatrixParts): Promise<readonly CellSummary[]> {
  const summaries: CellSummary[] = []
  for (const cell of parts.cells) {
    parts.progress.update({ cell: cell.name, index: cell.order, total: parts.cells.length, secondsLeft: (parts.cells.length - cell.order + 1) * secondsOf(parts) })
    if (parts.signal.aborted) throw new HarnessInputError('LAT_HARNESS_INTERRUPTED', `The run was interrupted before ${cell.name}.`)
    summaries.push(await runOne(cell, parts))
    if (parts.config.mode === 'evidence') await requireCell(cell, parts.cells.length, parts.dir, parts.config.profile)
  }
  parts.quiescence.finish()
  parts.progress.done()
  return summaries
}
