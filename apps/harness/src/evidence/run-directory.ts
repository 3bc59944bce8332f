import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunParts } from '@lat/rows'
import { nextRunName, parseRunName } from '@lat/rows'
import { HarnessInputError } from '../errors.js'

/** One level after the other: where nothing can be made, such as in /proc, Node's own recursion never ends. */
function makeDirectories(dir: string): void {
  if (existsSync(dir)) return
  makeDirectories(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes the directory of a new run, counting up until the name is free: nothing is ever overwritten. */
export function createRunDirectory(resultsDir: string, parts: Omit<RunParts, 'number'>): { readonly name: string; readonly dir: string } {
  for (;;) {
    let dir = resultsDir
    try {
      makeDirectories(resultsDir)
      const name = nextRunName(readdirSync(resultsDir), parts)
      dir = join(resultsDir, name)
      mkdirSync(dir)
      return { name, dir }
    } catch (error) {
      // Another run took the name between the listing and here.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && dir !== resultsDir) continue
      throw new HarnessInputError('LAT_HARNESS_DISK', `No run directory can be made in ${resultsDir} (${(error as Error).message}). Name a directory you may write to with --out.`, { cause: error })
    }
  }
}

const isRunName = (name: string) => {
  try {
    return Boolean(parseRunName(name))
  } catch {
    return false
  }
}

/**
 * The run a path means: the directory itself, or the newest complete run inside it.
 *
 * @throws {HarnessInputError} when there is no complete run, naming what is missing
 */
export function findRun(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `${path} is not a directory. Name the directory of a run.`)
  if (existsSync(join(path, 'MANIFEST'))) return path
  const runs = readdirSync(path).filter((name) => isRunName(name) && existsSync(join(path, name, 'MANIFEST')))
  const newest = runs.map((name) => ({ name, atMs: statSync(join(path, name, 'MANIFEST')).mtimeMs })).sort((a, b) => b.atMs - a.atMs)[0]
  if (newest) return join(path, newest.name)
  throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `${path} has no MANIFEST: it is an aborted run or not a run at all, and is never evidence. Start a new run with "bench".`)
}
