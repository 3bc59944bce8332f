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
import { badUsage, filesLost } from '../errors.js'
import type { LoadgenError } from '../errors.js'
import { hdrLog } from '../hdr-log.js'
import type { ReportedCell } from '../merge/reported-cell.js'
import { parseCellSpec } from '../parse-cell-spec.js'
import { runCell } from '../run-cell.js'
import { closedUsers } from './closed-users.js'
import { fieldName } from './field-name.js'
import { liveLine } from './live-line.js'
import { loadSpec } from './load-spec.js'
import { outputFaults } from './output-faults.js'
import type { NamedFile } from './output-faults.js'
import type { RawOptions } from './raw-options.js'
import { report } from './report.js'
import { reportText } from './report-text.js'
import type { CommandIo } from './run-command.js'

/** With fewer, a thread that spins takes from the target what it gives to the pacing. */
const FEWEST_CORES_TO_SPIN = 4
const exitCodes = { valid: 0, invalid: 1, unjudged: 3 } as const

function runClosed(spec: CellSpec, users: number, options: RunOptions): Promise<CellResult> {
  const { name, warmupMs, steadyMs, requestTimeoutMs, graceMs, transport, ca, allowRemote } = spec
  const rest = { requestTimeoutMs, graceMs, transport, ca, allowRemote }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return closedLoop({ name, target: spec.arms[0]!, users, warmupMs, steadyMs, ...given }, options)
}

function namedFiles(options: RawOptions, names: readonly string[]): NamedFile[] {
  return names.flatMap((name) => options.all(name).slice(-1).map((path) => ({ flag: `--${name}`, path, renamed: name === 'rows' })))
}

interface WrittenFiles {
  readonly rows: ReportedCell['rows']
  /** Why a file is missing: the load has run, and its report must not be lost. */
  readonly fault: LoadgenError | null
}

/** Writes what was asked for: the rows first, because they are the record and the log is made from them. */
async function writeFiles(result: CellResult, spec: CellSpec, options: RawOptions): Promise<WrittenFiles> {
  const rowsFile = options.one('rows')
  const hdrFile = options.one('hdr')
  let rows: ReportedCell['rows'] = null
  try {
    if (rowsFile !== undefined) {
      const { sha256 } = await writeRowsFile(rowsFile, result.rows, { arms: spec.arms.map(({ name }) => name), ratePerSecond: spec.ratePerSecond })
      rows = { file: basename(rowsFile), sha256 }
    }
    if (hdrFile !== undefined) await pipeline(Readable.from(hdrLog(result.rows, { startedAtEpochMs: result.startedAtEpochMs + spec.steadyStartMs })), createWriteStream(hdrFile))
    return { rows, fault: null }
  } catch (error) {
    return { rows, fault: filesLost(error) }
  }
}

function reportedCell(result: CellResult, spec: CellSpec, options: RawOptions, rows: ReportedCell['rows']): ReportedCell {
  const { name, ratePerSecond, arrivals = 'constant', seed, assignment, warmupMs, steadyStartMs, steadyMs, shard = { index: 0, count: 1 } } = spec
  const generator = options.one('generator') ?? `shard-${shard.index}`
  return { name, ratePerSecond, arrivals, seed, assignment, arms: spec.arms.map((arm) => arm.name), warmupMs, steadyStartMs, steadyMs, shard, startedAtEpochMs: result.startedAtEpochMs, aborted: result.aborted, generator, rows }
}

/** The rate that users of a closed loop came to; 1 where they sent nothing, because a row file names one above 0. */
function closedRate({ steady, steadyRanMs }: CellResult): number {
  return steady.scheduled === 0 || steadyRanMs === 0 ? 1 : (steady.scheduled * 1000) / steadyRanMs
}

/** The load of a command line, checked whole, with its files, before anything is sent. */
function checkedSpec(targets: readonly string[], options: RawOptions, flags: Readonly<Record<string, unknown>>, users: number | null): CellSpec {
  const spec = loadSpec(targets, options, flags)
  const generator = options.one('generator')
  if (generator !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(generator)) throw badUsage(`--generator ${generator} is not a name of letters, digits and . _ : -`)
  parseCellSpec(users === null ? spec : { ...spec, slots: users, ratePerSecond: 1 }, fieldName)
  const faults = outputFaults(namedFiles(options, ['rows', 'hdr']), namedFiles(options, ['body-file', 'ca']))
  if (faults.length > 0) throw badUsage(`${faults.join('; ')}.`)
  return spec
}

/** `loadgen [options] <target>…`: runs the load and prints its report; exit code 0 valid, 1 invalid, 3 not judged. */
export async function loadCommand(targets: readonly string[], options: RawOptions, flags: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  const users = closedUsers(targets, options)
  const asked = checkedSpec(targets, options, flags, users)
  const width = flags['quiet'] === true ? null : io.liveWidth
  const run: RunOptions = {
    signal: io.signal,
    ...(width === null ? {} : { onProgress: (progress) => io.err(`\r${liveLine(progress).slice(0, width - 1).padEnd(width - 1)}`) }),
  }
  if (asked.pacing === 'spin' && availableParallelism() < FEWEST_CORES_TO_SPIN) io.err(`note: --pacing spin keeps one of ${availableParallelism()} cores busy; the target shares the rest\n`)
  const result = users === null ? await runCell(asked, run) : await runClosed(asked, users, run)
  if (width !== null) io.err(`\r${' '.repeat(width - 1)}\r`)
  const spec = users === null ? asked : { ...asked, ratePerSecond: closedRate(result) }
  const { rows, fault } = await writeFiles(result, spec, options)
  const made = report(result, { ratePerSecond: spec.ratePerSecond / (spec.shard?.count ?? 1), steadyMs: spec.steadyMs, slots: users ?? spec.slots ?? 40 })
  io.out(flags['json'] === true ? `${JSON.stringify({ ...made, cell: reportedCell(result, spec, options, rows) })}\n` : reportText(made))
  if (fault !== null) throw fault
  return exitCodes[made.verdict]
}
