import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '@lat/rows'
import { cellFiles, encodeManifest } from '@lat/rows'
import { sha256OfUncompressed } from '@lat/rows/files'
import { HarnessInputError } from '../errors.js'
import { microbenchFile } from './microbench-ledger.js'

const sealKey = 'MANIFEST_SHA256'

/** Files that are not rows and follow from nothing else: what the run itself noted down. */
function notedFiles(cells: readonly string[]): string[] {
  return [...cells.map((cell) => cellFiles(cell).summary), microbenchFile, 'attempts.txt']
}

/** Manifest key of a file's digest, such as `FILE_SHA256_ATTEMPTS_TXT`. */
function fileKey(name: string): string {
  return `FILE_SHA256_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Digests of everything the run noted beside its rows, for its MANIFEST. */
export async function fileDigests(dir: string, cells: readonly string[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const name of notedFiles(cells)) digests[fileKey(name)] = await sha256OfUncompressed(join(dir, name))
  return digests
}

/** Manifest entries with the digest of all of them as the last one, so that no fact of a run can be changed in passing. */
export function sealed(entries: Readonly<Record<string, string>>): Record<string, string> {
  return { ...entries, [sealKey]: digestOf(encodeManifest(entries)) }
}

/**
 * Verifies that MANIFEST, summaries and notes of a run are the ones it wrote.
 *
 * @throws {HarnessInputError} `LAT_HARNESS_ALTERED`, naming the file
 */
export async function verifySeal(dir: string, manifest: Manifest, cells: readonly string[]): Promise<void> {
  const altered = (file: string, why: string) => new HarnessInputError('LAT_HARNESS_ALTERED', `${join(dir, file)} ${why}. It is not the file this run wrote.`)
  const { [sealKey]: seal, ...entries } = Object.fromEntries(manifest)
  if (seal === undefined) throw altered('MANIFEST', `has no ${sealKey}`)
  if (digestOf(encodeManifest(entries)) !== seal) throw altered('MANIFEST', `does not have the sha256 that its own last line says`)
  for (const name of notedFiles(cells)) {
    const expected = manifest.get(fileKey(name))
    if (expected === undefined) throw altered('MANIFEST', `has no ${fileKey(name)}`)
    const actual = await readFile(join(dir, name), 'utf8').then(digestOf, () => null)
    if (actual === null) throw altered(name, 'is missing or cannot be read')
    if (actual !== expected) throw altered(name, `has sha256 ${actual}, but the MANIFEST says ${expected}`)
  }
}
