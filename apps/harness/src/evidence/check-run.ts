import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { artefacts } from './artefacts.js'
import { jsonDifference, textDifference } from './difference.js'
import { readRun } from './read-run.js'

/**
 * Re-derives every published file of a run from its rows and says what no longer follows from them.
 *
 * @returns one sentence per file that differs; empty when everything follows
 * @throws {RowsFileError} when a row file is not the one the MANIFEST describes
 */
export async function checkRun(dir: string): Promise<readonly string[]> {
  const { facts, input } = await readRun(dir)
  const { files } = artefacts(input, facts.profile, facts.treeHash)
  const faults: string[] = []
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
