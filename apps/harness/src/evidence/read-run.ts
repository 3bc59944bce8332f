import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CellSummary, Manifest } from '@lat/rows'
import { cellFiles, cellSummarySchema, parseManifest, rowDigests } from '@lat/rows'
import { readRowsFile } from '@lat/rows/files'
import type { RunToAnalyse } from '../analyse/analyse.js'
import type { MeasuredCell } from '../analyse/measured-cell.js'
import { sampleCell } from '../analyse/sample-cell.js'
import { z } from 'zod'
import { HarnessInputError } from '../errors.js'
import { microbenchFile, parseMicrobench } from './microbench-ledger.js'
import { verifySeal } from './seal.js'
import type { RunFacts } from './run-manifest.js'
import { runFacts } from './run-manifest.js'

export interface ReadRun {
  readonly manifest: Manifest
  readonly facts: RunFacts
  readonly input: RunToAnalyse
}

/** Reads one cell from its two files; the digest of the rows is checked while they are read. */
export async function readCell(dir: string, name: string, expectedSha256?: string): Promise<MeasuredCell> {
  const files = cellFiles(name)
  const path = join(dir, files.summary)
  let summary: CellSummary
  try {
    summary = cellSummarySchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? cause.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') : cause instanceof Error ? cause.message : String(cause)
    throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `The summary ${path} cannot be read: ${why}. Was it written by another version?`, { cause })
  }
  const { rows, sha256 } = await readRowsFile(join(dir, files.rows), expectedSha256)
  return { summary, sample: sampleCell(rows), rowsSha256: sha256 }
}

/** Pacing moves every level: cells of different pacing say nothing about each other. @throws {HarnessInputError} naming two that differ */
export function requireOnePacing(cells: readonly { readonly summary: { readonly name: string; readonly spec: Pick<CellSummary['spec'], 'pacing'> } }[]): void {
  const [first, ...others] = cells.map(({ summary }) => summary)
  const other = others.find(({ spec }) => spec.pacing !== first!.spec.pacing)
  if (other !== undefined) throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `${first!.name} was paced by ${first!.spec.pacing}, ${other.name} by ${other.spec.pacing}: cells of different pacing cannot be compared.`)
}

/** The MANIFEST of a complete run. @throws {HarnessInputError} when the directory has none */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, 'MANIFEST')
  if (!existsSync(path)) throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `${dir} has no MANIFEST: the run was aborted, and is never evidence.`)
  return parseManifest(await readFile(path, 'utf8'), path)
}

/**
 * Reads a complete run, verifying the digest of every row file against the MANIFEST before anything is believed.
 *
 * @throws {HarnessInputError} naming the MANIFEST, summary or note that is not the one the run wrote
 * @throws {RowsFileError} naming the row file whose bytes are not the ones the MANIFEST describes
 * @throws {HarnessInputError} when the directory is no complete run
 */
export async function readRun(dir: string): Promise<ReadRun> {
  const manifest = await readManifest(dir)
  const facts = await runFacts(manifest, dir)
  const digests = rowDigests(manifest)
  await verifySeal(dir, manifest, [...digests.keys()])
  const cells: MeasuredCell[] = []
  for (const [name, sha256] of digests) cells.push(await readCell(dir, name, sha256))
  if (cells.length === 0) throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `The MANIFEST of ${dir} names no row file.`)
  requireOnePacing(cells)
  const microbench = parseMicrobench(await readFile(join(dir, microbenchFile), 'utf8'))
  return { manifest, facts, input: { run: facts.run, idleFloorPercent: facts.profile.quiescence.idleFloorPercent, cells, microbench } }
}
