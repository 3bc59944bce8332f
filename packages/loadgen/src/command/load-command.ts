import { createWriteStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeRowsFile } from '@lat/rows/files'
import { closedLoop } from '../closed-loop.js'
import type { CellResult } from '../cell-result.js'
import type { CellSpec } from '../cell-spec.js'
import type { RunOptions } from '../drive-cell.js'
import { LoadgenError, LoadgenInputError } from '../errors.js'
import { hdrLog } from '../hdr-log.js'
import type { ReportedCell } from '../merge/reported-cell.js'
import { runCell } from '../run-cell.js'
import { liveLine } from './live-line.js'
import { loadSpec } from './load-spec.js'
import type { RawOptions } from './raw-options.js'
import { report } from './report.js'
import { reportText } from './report-text.js'
import type { CommandIo } from './run-command.js'

/** With fewer, a thread that spins takes from the target what it gives to the pacing. */
const FEWEST_CORES_TO_SPIN = 4
const exitCodes = { valid: 0, invalid: 1, unjudged: 3 } as const

function runClosed(spec: CellSpec, users: string, options: RunOptions): Promise<CellResult> {
  if (!/^\d+$/.test(users)) throw new LoadgenInputError('LAT_LOAD_USAGE', `--closed ${users} is not a whole number of users.`)
  if (spec.arms.length > 1) throw new LoadgenInputError('LAT_LOAD_USAGE', `--closed takes one target, it got ${spec.arms.length}.`)
  const { name, warmupMs, steadyMs, requestTimeoutMs, graceMs, transport, ca, allowRemote } = spec
  const rest = { requestTimeoutMs, graceMs, transport, ca, allowRemote }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return closedLoop({ name, target: spec.arms[0]!, users: Number(users), warmupMs, steadyMs, ...given }, options)
}

/** Writes what was asked for, and returns where the rows are, or why there is none: the load has run, and its report must not be lost. */
async function writeFiles(result: CellResult, spec: CellSpec, options: RawOptions): Promise<ReportedCell['rows'] | LoadgenError> {
  const rowsFile = options.one('rows')
  const hdrFile = options.one('hdr')
  try {
    if (hdrFile !== undefined) await pipeline(Readable.from(hdrLog(result.rows, { startedAtEpochMs: result.startedAtEpochMs + spec.steadyStartMs })), createWriteStream(hdrFile))
    if (rowsFile === undefined) return null
    const { sha256 } = await writeRowsFile(rowsFile, result.rows, { arms: spec.arms.map(({ name }) => name), ratePerSecond: spec.ratePerSecond })
    return { file: basename(rowsFile), sha256 }
  } catch (error) {
    return new LoadgenError('LAT_LOAD_WRITE', `The report stands, but its files could not be written: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
}

function reportedCell(result: CellResult, spec: CellSpec, options: RawOptions, rows: ReportedCell['rows']): ReportedCell {
  const { name, ratePerSecond, arrivals = 'constant', seed, assignment, warmupMs, steadyStartMs, steadyMs, shard = { index: 0, count: 1 } } = spec
  const generator = options.one('generator') ?? `shard-${shard.index}`
  return { name, ratePerSecond, arrivals, seed, assignment, arms: spec.arms.map((arm) => arm.name), warmupMs, steadyStartMs, steadyMs, shard, startedAtEpochMs: result.startedAtEpochMs, aborted: result.aborted, generator, rows }
}

/** `loadgen [options] <target>…`: runs the load and prints its report; exit code 0 valid, 1 invalid, 3 not judged. */
export async function loadCommand(targets: readonly string[], options: RawOptions, flags: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  const spec = loadSpec(targets, options, flags)
  const generator = options.one('generator')
  if (generator !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(generator)) throw new LoadgenInputError('LAT_LOAD_USAGE', `--generator ${generator} is not a name of letters, digits and . _ : -`)
  const width = flags['quiet'] === true ? null : io.liveWidth
  const run: RunOptions = {
    signal: io.signal,
    ...(width === null ? {} : { onProgress: (progress) => io.err(`\r${liveLine(progress).slice(0, width - 1).padEnd(width - 1)}`) }),
  }
  if (spec.pacing === 'spin' && availableParallelism() < FEWEST_CORES_TO_SPIN) io.err(`note: --pacing spin keeps one of ${availableParallelism()} cores busy; the target shares the rest\n`)
  const users = options.one('closed')
  const result = users === undefined ? await runCell(spec, run) : await runClosed(spec, users, run)
  if (width !== null) io.err(`\r${' '.repeat(width - 1)}\r`)
  const written = await writeFiles(result, spec, options)
  const rows = written instanceof LoadgenError ? null : written
  const made = report(result, { ratePerSecond: spec.ratePerSecond / (spec.shard?.count ?? 1), steadyMs: spec.steadyMs, slots: users === undefined ? (spec.slots ?? 40) : Number(users) })
  io.out(flags['json'] === true ? `${JSON.stringify({ ...made, cell: reportedCell(result, spec, options, rows) })}\n` : reportText(made))
  if (written instanceof LoadgenError) throw written
  return exitCodes[made.verdict]
}
