import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cellFiles, rowDigests } from '@lat/rows'
import { artefacts } from './artefacts.js'
import { jsonDifference, textDifference } from './difference.js'
import { readRun } from './read-run.js'
import { drawPngs } from './write-artefacts.js'

/**
 * Re-derives every published file of a run from its rows and says what no longer follows from them. The thresholds are
 * those the run was made under, so that an amended profile changes no earlier run.
 *
 * @returns one sentence per file that differs; empty when everything follows
 * @throws {RowsFileError} when a row file is not the one the MANIFEST describes
 */
export async function checkRun(dir: string): Promise<readonly string[]> {
  const { facts, input, manifest } = await readRun(dir)
  const made = artefacts(input, facts.profile, facts.treeHash)
  const { files, evaluation } = made
  const faults: string[] = []
  const verdict = manifest.get('VERDICT')
  if (verdict !== evaluation.verdictLine) faults.push(`MANIFEST: VERDICT is "${String(verdict)}", the rows say "${evaluation.verdictLine}"`)
  const known = new Set([...rowDigests(manifest).keys()].map((cell) => cellFiles(cell).rows))
  for (const name of await readdir(dir)) if (name.endsWith('.csv.gz') && !known.has(name)) faults.push(`${name}: is not a row file of this run`)
  for await (const { name, png } of drawPngs(made)) {
    const stored = await readFile(join(dir, name)).catch(() => null)
    if (stored === null || Buffer.compare(stored, png) !== 0) faults.push(`${name}: ${stored === null ? 'is missing' : 'is not the picture of its SVG'}`)
  }
  for (const [name, derived] of files) {
    const stored = await readFile(join(dir, name), 'utf8').catch(() => null)
    const difference = stored === null ? 'is missing' : differenceIn(name, stored, derived)
    if (difference !== null) faults.push(`${name}: ${difference}`)
  }
  return faults
}

function differenceIn(name: string, stored: string, derived: string): string | null {
  if (stored === derived) return null
  if (!name.endsWith('.json')) return textDifference(stored, derived)
  try {
    return jsonDifference(JSON.parse(stored), JSON.parse(derived)) ?? textDifference(stored, derived)
  } catch {
    return 'is not JSON'
  }
}
