import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RowsInputError } from '@lat/rows'
import { readRowsFile } from '@lat/rows/files'
import type { z } from 'zod'
import type { Generator } from './generator.js'
import { mergedReportSchema } from './reported-cell.js'
import type { ReportedCell } from './reported-cell.js'

export interface ShardGenerator extends Generator {
  readonly cell: ReportedCell
  readonly pacing: string
  readonly header: { readonly arms: readonly string[]; readonly ratePerSecond: number }
}

const outcomes = ['ok', 'failed', 'dropped', 'abandoned'] as const

function bad(path: string, line: number, message: string): RowsInputError {
  return new RowsInputError('LAT_ROWS_IMPORT', message, { source: path, line })
}

/** Line of a JSON text on which reading it failed. */
function faultLine(text: string, error: unknown): number {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')
  return text.slice(0, at === null ? text.length : Number(at[1])).split('\n').length
}

function reportOf(path: string): z.infer<typeof mergedReportSchema> {
  const text = readFileSync(path, 'utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw bad(path, faultLine(text, error), 'this is not the JSON report of a generator (loadgen --json)')
  }
  const checked = mergedReportSchema.safeParse(parsed)
  if (checked.success) return checked.data
  const { path: field, message } = checked.error.issues[0]!
  throw bad(path, 1, `this is not the JSON report of a generator (loadgen --json): ${field.join('.')}: ${message}`)
}

function besideReport(path: string, file: string): string {
  return join(dirname(path), basename(file))
}

/** Path of the row file that a generator was read from. */
export function rowsFileOf({ source, cell }: ShardGenerator): string {
  return besideReport(source, cell.rows!.file)
}

/**
 * Reads the part of one generator: its report, and the row file that the report names, which lies beside it.
 *
 * @throws {RowsInputError} with `file:line` on a malformed report or row file
 * @throws {RowsFileError} naming the path, also when the rows are not the ones the report was made from
 */
export async function readGenerator(path: string): Promise<ShardGenerator> {
  const { cell, pacing, steady, selfCheck } = reportOf(path)
  if (cell.rows === null) throw bad(path, 1, 'its generator wrote no rows; run it with --rows FILE')
  const rowsFile = besideReport(path, cell.rows.file)
  const { rows, arms, ratePerSecond } = await readRowsFile(rowsFile, cell.rows.sha256)
  const differing = outcomes.map((outcome) => ({ outcome, said: steady[outcome], found: rows.filter((row) => row.outcome === outcome).length })).find(({ said, found }) => said !== found)
  if (differing !== undefined) throw bad(path, 1, `it counts ${differing.said} ${differing.outcome}, and ${rowsFile} has ${differing.found}`)
  if (rows.length !== steady.scheduled) throw bad(path, 1, `it counts ${steady.scheduled} arrivals, and ${rowsFile} has ${rows.length} rows`)
  const { index, count } = cell.shard
  const stray = rows.find(({ sequence }) => sequence % count !== index)
  if (stray !== undefined) throw bad(path, 1, `its rows hold arrival ${stray.sequence}, which is not in shard ${index}/${count}`)
  const fault = cell.aborted ? 'stopped before its end' : selfCheck.verdict === 'generator-limited' || selfCheck.verdict === 'host-contended' ? `self-check ${selfCheck.verdict}${selfCheck.reasons.length > 0 ? ` (${selfCheck.reasons.join(', ')})` : ''}` : null
  return {
    name: cell.generator,
    source: path,
    counts: steady,
    rows,
    selfCheckFault: fault,
    unjudged: selfCheck.verdict === 'unknown' && fault === null ? `no verdict on itself (${selfCheck.reasons.join(', ')})` : null,
    cell,
    pacing,
    header: { arms, ratePerSecond },
  }
}
