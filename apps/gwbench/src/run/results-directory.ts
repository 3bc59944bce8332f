import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes the directory of a new measurement, `<UTC>-gwbench-<command>-<cadence>-<n>t`; nothing is ever overwritten.
 *
 * @returns its absolute path
 */
export function createResultsDirectory(resultsDir: string, parts: { readonly startedAt: string; readonly command: string; readonly cadence: string; readonly targetCount: number }): string {
  const utc = parts.startedAt.replace(/[-:]|\.\d+/g, '')
  const name = `${utc}-gwbench-${parts.command}-${parts.cadence.replace(/[^a-z0-9.]/g, '')}-${parts.targetCount}t`
  makeDirectory(resultsDir)
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

/** One level after the other: Node's own recursion never returns where a file system makes no directories, such as /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
