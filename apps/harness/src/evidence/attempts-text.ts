import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerRow, Manifest } from '@lat/rows'
import { attempts, encodeLedger, parseManifest, parseRunName, runName } from '@lat/rows'

/** Written into a run's directory when it could not finish. */
export const abortedFile = 'aborted.txt'

type Attempt = LedgerRow<typeof attempts>

function manifestOf(dir: string): Manifest | null {
  const path = join(dir, 'MANIFEST')
  return existsSync(path) ? parseManifest(readFileSync(path, 'utf8'), path) : null
}

function attemptOf(resultsDir: string, name: string, mode: string): Omit<Attempt, 'attempt'> {
  const dir = join(resultsDir, name)
  const manifest = manifestOf(dir)
  const aborted = join(dir, abortedFile)
  const said = existsSync(aborted) ? readFileSync(aborted, 'utf8').split('\n').filter((line) => line !== '') : []
  if (manifest !== null) return { run: name, startedAt: manifest.get('STARTED_AT') ?? '-', mode, outcome: 'completed', reason: manifest.get('VERDICT') ?? null }
  return { run: name, startedAt: said[0] ?? '-', mode, outcome: 'aborted', reason: said.slice(1).join(' ') || 'ended without a word: killed, or the machine stopped' }
}

/**
 * `attempts.txt`: every run of the same commit, machine and mode that came before this one, and how it ended, so that
 * nobody can rerun until it looks good without saying so.
 */
export function attemptsText(resultsDir: string, name: string, startedAt: string): string {
  const parts = parseRunName(name)
  const earlier = readdirSync(resultsDir).flatMap((other) => {
    try {
      const { date, number, ...rest } = parseRunName(other)
      const same = runName({ ...rest, date: parts.date, number: 1 }) === runName({ ...parts, number: 1 })
      return same && (date < parts.date || (date === parts.date && number < parts.number)) ? [{ other, date, number }] : []
    } catch {
      return []
    }
  })
  earlier.sort((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? -1 : 1))
  const rows: Attempt[] = earlier.map(({ other }, index) => ({ attempt: index + 1, ...attemptOf(resultsDir, other, parts.mode) }))
  rows.push({ attempt: rows.length + 1, run: name, startedAt, mode: parts.mode, outcome: 'completed', reason: null })
  return encodeLedger(attempts, rows)
}
