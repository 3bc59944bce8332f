import { basename } from 'node:path'
import { decompressed } from '@lat/rows/files'
import { importK6 } from '@lat/rows/import/k6'
import type { ImportedCell } from '@lat/rows/import/k6'
import { importVegeta } from '@lat/rows/import/vegeta'
import type { Generator } from './generator.js'

export interface ImportFile {
  readonly path: string
  /** Name of the machine; default: the name of the file without its endings. */
  readonly generator?: string
}

async function textOf(path: string): Promise<string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const chunks: string[] = []
  for await (const chunk of decompressed(path)) chunks.push(decoder.decode(chunk, { stream: true }))
  chunks.push(decoder.decode())
  return chunks
}

/** Reads what k6 or vegeta wrote on one machine. @throws {RowsInputError} with `file:line` */
export async function readImport(engine: 'k6' | 'vegeta', { path, generator = basename(path).replace(/\..*$/, '') || basename(path) }: ImportFile, scenario?: string): Promise<ImportedCell> {
  const text = await textOf(path)
  return engine === 'vegeta' ? importVegeta(text, path, { generator }) : importK6(text, path, { generator, ...(scenario === undefined ? {} : { scenario }) })
}

/** Why imported files are not of one load. */
export function importMismatches(cells: readonly ImportedCell[]): string[] {
  const [first, ...others] = cells
  if (first === undefined) return ['there is nothing to merge']
  const armsOf = ({ rows }: ImportedCell): string => [...new Set(rows.map(({ arm }) => arm))].sort().join(', ')
  const alike: readonly (readonly [string, (cell: ImportedCell) => string])[] = [
    ['arms', armsOf],
    ['tag cell', ({ tags }) => tags['cell'] ?? ''],
    ['tag rep', ({ tags }) => tags['rep'] ?? ''],
  ]
  return alike.flatMap(([what, read]) => others.filter((other) => read(other) !== read(first)).map((other) => `${what} differs: ${JSON.stringify(read(first))} in ${first.source}, ${JSON.stringify(read(other))} in ${other.source}`))
}

/** The generators of an imported file: k6 names its instances, one file may hold several. */
export function importedGenerators({ engine, source, rows, dropped, missing }: ImportedCell): Generator[] {
  const found = [...new Set(rows.map(({ generator }) => generator))]
  // A file in which everything was dropped has lost all of it.
  const names = found.length === 0 ? [basename(source)] : found
  return names.map((name, index) => {
    const own = rows.filter(({ generator }) => generator === name)
    const ok = own.filter(({ outcome }) => outcome === 'ok').length
    // What a file lost, it does not say of which instance: it stands with the first.
    const lost = index === 0 ? dropped + missing : 0
    return {
      name,
      source,
      counts: { scheduled: own.length + lost, ok, failed: own.length - ok, dropped: lost, abandoned: 0 },
      rows: own,
      selfCheckFault: null,
      unjudged: `${engine} does not say whether it kept up; interleave two like arms and name them with --aa`,
    }
  })
}
