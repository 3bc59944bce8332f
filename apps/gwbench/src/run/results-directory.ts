import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the directory of a new measurement, `<UTC>-gwbench-<command>-<cadence>-<n>t`; nothing is ever overwritten.
 *
 * @returns its absolute path
 */
export function createResultsDirectory(resultsDir: string, parts: { readonly startedAt: string; readonly command: string; readonly cadence: string; readonly targetCount: number }): string {
  const utc = parts.startedAt.replace(/[-:]|\.\d+/g, '')
  const name = `${utc}-gwbench-${parts.command}-${parts.cadence.replace(/[^a-z0-9.]/g, '')}-${parts.targetCount}t`
  mkdirSync(resultsDir, { recursive: true })
  for (let number = 1; ; number += 1) {
    const dir = join(resultsDir, number === 1 ? name : `${name}-${number}`)
    try {
      mkdirSync(dir)
      return dir
    } catch (error) {
      // Another run of the same second.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
