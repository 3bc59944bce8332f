import { RowsInputError } from '@lat/rows'
import { RowsFileError, writeRowsFile } from '@lat/rows/files'
import { badUsage, filesLost } from '../errors.js'
import { missingShards, shardRefusals } from '../merge/check-shards.js'
import type { Generator } from '../merge/generator.js'
import type { AlikeArms } from '../merge/judge-alike-arms.js'
import { mergeGenerators } from '../merge/merge-generators.js'
import type { MergeReport } from '../merge/merge-generators.js'
import { mergeRows } from '../merge/merge-rows.js'
import { mergeText } from '../merge/merge-text.js'
import { readGenerator, rowsFileOf } from '../merge/read-generator.js'
import type { ShardGenerator } from '../merge/read-generator.js'
import { importedGenerators, importMismatches, readImport } from '../merge/read-imports.js'
import type { ImportFile } from '../merge/read-imports.js'
import { outputFaults } from './output-faults.js'
import { parseDuration } from './parse-duration.js'
import type { RawOptions } from './raw-options.js'
import type { CommandIo } from './run-command.js'

const exitCodes = { valid: 0, invalid: 1, refused: 1, unjudged: 3, unreadable: 3 } as const

function alikeArms(options: RawOptions): AlikeArms | undefined {
  const text = options.one('aa')
  const bound = options.one('aa-within')
  if (text === undefined) {
    if (bound !== undefined) throw badUsage('--aa-within needs --aa: which two arms are alike?')
    return undefined
  }
  const names = text.split(',')
  if (names.length !== 2 || names[0] === names[1] || names.includes('')) throw badUsage(`--aa ${text} does not name two arms, such as a,b.`)
  const withinMs = parseDuration(bound ?? '50us')
  if (withinMs === null || withinMs <= 0) throw badUsage(`--aa-within ${bound} is not a duration above 0, such as 50us.`)
  return { arms: names as [string, string], withinNs: withinMs * 1e6 }
}

function importFile(word: string): ImportFile {
  const named = /^([A-Za-z0-9][A-Za-z0-9._:-]*)=([\s\S]+)$/.exec(word)
  return named === null ? { path: word } : { generator: named[1]!, path: named[2]! }
}

/** Reads every file before any of them is judged, so that one look names all that is malformed. */
async function readAll<T>(files: readonly string[], read: (file: string) => Promise<T>): Promise<{ readonly read: T[]; readonly faults: string[] }> {
  const found: T[] = []
  const faults: string[] = []
  for (const file of files) {
    try {
      found.push(await read(file))
    } catch (error) {
      if (!(error instanceof RowsInputError || error instanceof RowsFileError || (error instanceof Error && 'code' in error))) throw error
      faults.push(error.message)
    }
  }
  return { read: found, faults }
}

function repeatedNames(generators: readonly Generator[]): string[] {
  const names = generators.map(({ name }) => name)
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => `two generators are named ${name}; write name=file`)
}

/** Writes the rows of the generators that are left; their report is printed already and stands whatever becomes of the file. */
async function writeMerged(rowsFile: string, kept: readonly ShardGenerator[], { arms, ratePerSecond }: ShardGenerator['header'], io: CommandIo): Promise<void> {
  if (kept.length === 0) {
    io.err(`loadgen: --rows ${rowsFile} was not written: every generator is dropped, so no rows are left.\n`)
    return
  }
  try {
    await writeRowsFile(rowsFile, mergeRows(kept), { arms, ratePerSecond, generators: kept.map(({ name }) => name) })
  } catch (error) {
    if (!(error instanceof RowsFileError)) throw error
    throw filesLost(error)
  }
}

/** `loadgen merge <file>…`: puts the parts of one load together; exit code 0 valid, 1 invalid or not of one load, 3 unreadable or not judged. */
export async function mergeCommand(files: readonly string[], options: RawOptions, flags: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  if (files.length === 0) throw badUsage('No file given: loadgen merge <report.json>…, or --from vegeta|k6 <file>….')
  const from = options.one('from') ?? 'loadgen'
  if (from !== 'loadgen' && from !== 'vegeta' && from !== 'k6') throw badUsage(`--from ${from} is not one of loadgen, vegeta, k6.`)
  const rowsFile = options.one('rows')
  if (rowsFile !== undefined && from !== 'loadgen') throw badUsage(`--rows takes rows of loadgen: those of ${from} have no scheduled instant.`)
  const alike = alikeArms(options)
  const checkRowsFile = (inputs: readonly string[]): void => {
    const fault = rowsFile === undefined ? undefined : outputFaults([{ flag: '--rows', path: rowsFile, renamed: true }], inputs.map((path) => ({ flag: path, path })))[0]
    if (fault !== undefined) throw badUsage(`${fault}.`)
  }
  checkRowsFile(files)
  const refuse = (exit: 'refused' | 'unreadable', lines: readonly string[]): number => {
    io.err(lines.map((line) => `loadgen: ${exit === 'refused' ? 'not one load' : 'cannot read'}: ${line}\n`).join(''))
    return exitCodes[exit]
  }
  const finish = (report: MergeReport): number => {
    io.out(flags['json'] === true ? `${JSON.stringify(report)}\n` : mergeText(report))
    return exitCodes[report.verdict]
  }
  const base = { ...(alike === undefined ? {} : { alikeArms: alike }) }

  if (from !== 'loadgen') {
    const scenario = options.one('scenario')
    const { read: cells, faults } = await readAll(files, (word) => readImport(from, importFile(word), scenario))
    if (faults.length > 0) return refuse('unreadable', faults)
    const generators = cells.flatMap(importedGenerators)
    const refusals = [...importMismatches(cells), ...repeatedNames(generators)]
    if (refusals.length > 0) return refuse('refused', refusals)
    return finish(mergeGenerators(generators, { ...base, engine: from, name: cells[0]!.tags['cell'] ?? from, faults: [] }))
  }
  const { read: generators, faults } = await readAll(files, readGenerator)
  if (faults.length > 0) return refuse('unreadable', faults)
  checkRowsFile(generators.map(rowsFileOf))
  const refusals = shardRefusals(generators)
  if (refusals.length > 0) return refuse('refused', refusals)
  const report = mergeGenerators(generators, { ...base, engine: 'loadgen', name: generators[0]!.cell.name, faults: missingShards(generators).map((shard) => `shard ${shard} is missing`) })
  const exitCode = finish(report)
  if (rowsFile !== undefined) await writeMerged(rowsFile, generators.filter((_, index) => report.generators[index]!.droppedBecause === null), generators[0]!.header, io)
  return exitCode
}
