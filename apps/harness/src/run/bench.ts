import { writeManifestLast } from '@lat/rows/files'
import { rowDigestKey } from '@lat/rows'
import { requireFreePort } from '@lat/subjects'
import { artefacts } from '../evidence/artefacts.js'
import type { Artefacts } from '../evidence/artefacts.js'
import { createRunDirectory } from '../evidence/run-directory.js'
import { readCell } from '../evidence/read-run.js'
import { writeArtefacts } from '../evidence/write-artefacts.js'
import { modeSettings } from '../plan/modes.js'
import { planCells } from '../plan/plan-cells.js'
import { hardwareTag } from './hardware-tag.js'
import type { Host } from './host.js'
import { manifestEntries } from './manifest-entries.js'
import { measureComponents } from './microbench.js'
import type { Progress } from './progress.js'
import { createQuiescence } from './quiescence.js'
import type { RunConfig } from './run-config.js'
import { runMatrix } from './run-matrix.js'
import { readSourceTree } from './source-tree.js'
import { startUpstream } from './upstream.js'

export interface BenchParts {
  readonly config: RunConfig
  readonly host: Host
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface FinishedRun {
  readonly dir: string
  readonly name: string
  readonly artefacts: Artefacts
}

/**
 * One whole matrix run: prerequisites, upstream, every cell, analysis, bands, figures, and the MANIFEST as its last act.
 *
 * Whatever goes wrong, every process it started is stopped; a run that did not finish has no MANIFEST.
 *
 * @throws {HarnessInputError | SubjectFailure | RowsFileError} naming what failed
 */
export async function bench({ config, host, progress, signal }: BenchParts): Promise<FinishedRun> {
  const mode = modeSettings(config.mode)
  const cells = planCells(mode, config.profile, config.design, config.rateFactor)
  await requireFreePort(config.upstreamPort, 'the mock upstream')
  await requireFreePort(config.subjectPort, `the subject ${config.subject.name}`)

  const source = readSourceTree(config.rootDir)
  const startedAt = new Date()
  const { name, dir } = createRunDirectory(config.resultsDir, { date: startedAt.toISOString().slice(0, 10), shortSha: source.shortSha, dirty: source.dirty, hardwareTag: hardwareTag(), mode: config.mode })
  const stamp = `lat-${name}-${startedAt.getTime().toString(36)}`
  progress.note(`${cells.length} cells into ${dir}`)

  const awake = host.keepAwake()
  try {
    const microbench = measureComponents()
    const upstream = await startUpstream({ port: config.upstreamPort, fixturesDir: config.fixturesDir, versionStamp: stamp, signal })
    try {
      const quiescence = createQuiescence(host, { floorPercent: config.profile.quiescence.idleFloorPercent, intervalMs: mode.idleIntervalMs })
      await runMatrix({ config, cells, dir, stamp, upstream, host, quiescence, progress, signal })
    } finally {
      await upstream.stop()
    }

    progress.note('analysing the rows')
    const measured = []
    for (const cell of cells) measured.push(await readCell(dir, cell.name))
    const run = { name, mode: config.mode, estimate: config.mode !== 'evidence', subject: config.subject.name, profile: config.profile.name, design: config.design, seed: config.seed, plannedRepetitions: mode.repetitions, plannedStreamRepetitions: mode.streamRepetitions }
    const made = artefacts({ run, idleFloorPercent: config.profile.quiescence.idleFloorPercent, cells: measured, microbench }, config.profile, source.tree)
    await writeArtefacts(dir, made)
    const digests = Object.fromEntries(measured.map(({ summary, rowsSha256 }) => [rowDigestKey(summary.name), rowsSha256]))
    await writeManifestLast(dir, { ...manifestEntries({ config, mode, source, run, startedAt, upstream, undiciVersion: measured[0]!.summary.undiciVersion, verdict: made.evaluation.verdictLine }), ...digests })
    return { dir, name, artefacts: made }
  } finally {
    awake.release()
  }
}
