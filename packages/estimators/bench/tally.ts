import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { seedKey } from '../src/index.js'

/** Counts of one part of the study, by what was counted; `sims` is always among them. */
export type Counts = Readonly<Record<string, number>>

interface Line {
  readonly key: string
  readonly counts: Counts
}

/** Simulations that one seed drives and one line of the results keeps. */
const CHUNK = 250

/**
 * Runs simulations in chunks, each with a seed of its own name, and keeps what is done in a file of JSON lines: a study that
 * was interrupted, or needs more simulations, goes on where it stopped. Delete the file after a change of the code.
 */
export function tally(file: string | undefined): (cell: readonly (string | number)[], sims: number, simulate: (seed: string, sims: number) => Counts) => Counts {
  const done = new Map<string, Counts>()
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (!line.endsWith('}}')) continue
      const { key, counts } = JSON.parse(line) as Line
      done.set(key, counts)
    }
  }
  return (cell, sims, simulate) => {
    const sum: Record<string, number> = {}
    for (let from = 0; from < sims; from += CHUNK) {
      const key = seedKey('coverage', ...cell, from, Math.min(CHUNK, sims - from))
      let counts = done.get(key)
      if (!counts) {
        counts = simulate(key, Math.min(CHUNK, sims - from))
        if (file !== undefined) appendFileSync(file, `${JSON.stringify({ key, counts })}\n`)
      }
      for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
    }
    return sum
  }
}
