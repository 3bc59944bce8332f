import type { Host, IdleSampler } from '@lat/hostgate'
import { keepAwake, machineFacts, readIdle } from '@lat/hostgate'
import { canonicalProfile } from '@lat/bands'
import { contendedCells, encodeLedger, rowDigestKey } from '@lat/rows'
import { writeManifestLast, writeTextFile } from '@lat/rows/files'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MeasuredCell } from '../analyse/measured-cell.js'
import type { Artefacts } from '../evidence/artefacts.js'
import { artefacts } from '../evidence/artefacts.js'
import { abortedFile, attemptsText } from '../evidence/attempts-text.js'
import { auditFaults } from '../evidence/audit.js'
import { HarnessInputError } from '../errors.js'
import { readCell } from '../evidence/read-run.js'
import { fileDigests, sealed } from '../evidence/seal.js'
import { createRunDirectory } from '../evidence/run-directory.js'
import { profileFile } from '../evidence/run-profile.js'
import { writeArtefacts } from '../evidence/write-artefacts.js'
import type { ModeSettings } from '../plan/modes.js'
import { modeSettings } from '../plan/modes.js'
import { planCells } from '../plan/plan-cells.js'
import type { Machinery } from './machinery.js'
import { machinery as realMachinery } from './machinery.js'
import { manifestEntries } from './manifest-entries.js'
import { preflight } from './preflight.js'
import { probeSubject } from './probe-subject.js'
import type { Progress } from './progress.js'
import { createQuiescence } from './quiescence.js'
import type { RunConfig } from './run-config.js'
import { runMatrix } from './run-matrix.js'
import type { SourceTree } from './source-tree.js'
import { readSourceTree } from './source-tree.js'

export interface BenchParts {
  readonly config: RunConfig
  readonly host: Host
  /** Idle readings; a true interval of this host unless a test hands in a script. */
  readonly sampler?: IdleSampler
  /** Windows and repetitions of another length than the mode's own, for tests. */
  readonly settings?: ModeSettings
  /** The tree that measures; read from git unless a test stands in for it. */
  readonly source?: SourceTree
  /** Real processes and real load unless a test hands in stand-ins. */
  readonly machinery?: Machinery
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly environment: Readonly<Record<string, string | undefined>>
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
export async function bench({ config, host, sampler, settings, source: given, machinery = realMachinery, progress, signal, environment }: BenchParts): Promise<FinishedRun> {
  const mode = settings ?? modeSettings(config.mode)
  const { profile } = config
  const cells = planCells(mode, profile, config.design, config.rateFactor)
  const source = given ?? readSourceTree(config.rootDir)
  const onWarning = (warning: string) => progress.note(`warning: ${warning}`)
  await preflight({ config, host, source, environment, onWarning })
  const facts = await machineFacts(host)
  const quiescence = createQuiescence({ host, sampler: sampler ?? (() => readIdle({ host, intervalMs: mode.idleIntervalMs })), mode: config.mode, profile, onWarning: (warning) => onWarning(`host: ${warning}`) })
  await quiescence.startup()

  const startedAt = new Date()
  const { name, dir } = createRunDirectory(config.resultsDir, { date: startedAt.toISOString().slice(0, 10), shortSha: source.shortSha, dirty: source.dirty, hardwareTag: facts.hardwareTag, mode: config.mode })
  const stamp = `lat-${name}-${startedAt.getTime().toString(36)}`
  progress.note(`${cells.length} cells into ${dir}`)

  const abort = (why: string) => writeFileSync(join(dir, abortedFile), `${startedAt.toISOString()}\n${why}\n`)
  const interrupted = () => abort(interruptedText(dir))
  // Noted at once: a second signal ends this process before it can say anything more.
  signal.addEventListener('abort', interrupted)
  const awake = await keepAwake()
  try {
    abort('ended without a word: killed, or the machine stopped')
    // Before the first cell, so that nobody can fit thresholds to what was measured.
    await writeTextFile(join(dir, profileFile), canonicalProfile(profile))
    const microbench = machinery.measureComponents()
    const upstream = await machinery.startUpstream({ port: config.upstreamPort, fixturesDir: config.fixturesDir, versionStamp: stamp, signal })
    try {
      await probeSubject({ config, machinery, upstreamUrl: upstream.url, stamp, signal })
      await runMatrix({ config, mode, cells, dir, stamp, machinery, upstream, quiescence, progress, signal })
    } finally {
      await upstream.stop()
    }

    progress.note('analysing the rows')
    const measured: MeasuredCell[] = []
    for (const cell of cells) measured.push(await readCell(dir, cell.name))
    const run = { name, mode: config.mode, estimate: config.mode !== 'evidence', subject: config.subject.name, profile: profile.name, design: config.design, seed: config.seed, plannedRepetitions: mode.repetitions, plannedStreamRepetitions: mode.streamRepetitions }
    const made = artefacts({ run, idleFloorPercent: profile.quiescence.idleFloorPercent, cells: measured, microbench }, profile, source.tree)
    await writeArtefacts(dir, made, machinery.writeFigures)
    await writeTextFile(join(dir, 'attempts.txt'), attemptsText(config.resultsDir, name, startedAt.toISOString()))
    const leaks = await auditFaults(dir)
    if (leaks.length > 0) throw new HarnessInputError('LAT_HARNESS_REFUSED', `The identity audit found what must not be published:\n${leaks.map((leak) => `- ${leak}`).join('\n')}`)
    const digests = Object.fromEntries(measured.map(({ summary, rowsSha256 }) => [rowDigestKey(summary.name), rowsSha256]))
    await rm(join(dir, abortedFile))
    const noted = await fileDigests(dir, cells.map((cell) => cell.name))
    await writeManifestLast(dir, sealed({ ...manifestEntries({ config, mode, source, facts, awake, run, startedAt, upstream, undiciVersion: measured[0]!.summary.undiciVersion, verdict: made.evaluation.verdictLine }), ...digests, ...noted }))
    return { dir, name, artefacts: made }
  } catch (error) {
    const why = signal.aborted ? new HarnessInputError('LAT_HARNESS_INTERRUPTED', interruptedText(dir), { cause: error }) : error
    noteAbort(() => {
      abort(why instanceof Error ? why.message : String(why))
      const busy = quiescence.contended()
      if (busy.length > 0) writeFileSync(join(dir, contendedCells.file), encodeLedger(contendedCells, busy))
    })
    throw why
  } finally {
    signal.removeEventListener('abort', interrupted)
    await awake.release()
  }
}

function interruptedText(dir: string): string {
  return `The run was interrupted; nothing it started is left running. ${dir} has no MANIFEST and is never evidence.`
}

/** The reason of an abort matters more than that it could not be noted. */
function noteAbort(note: () => void): void {
  try {
    note()
  } catch {
    // A full disk, which may be the very reason.
  }
}
