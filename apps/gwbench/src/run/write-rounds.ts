import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RunRecord } from '../merge/run-record.js'
import { encodeRounds } from '../rounds-file/encode-rounds.js'

const ROUNDS_FILE = 'rounds.csv.gz'

/** Writes the rounds of all runs so far, whole or not at all, and returns the sha256 of the text before compression. */
export function writeRounds(dir: string, runs: readonly RunRecord[], file = ROUNDS_FILE): string {
  const text = encodeRounds(runs)
  const path = join(dir, file)
  writeFileSync(`${path}.next`, gzipSync(text))
  renameSync(`${path}.next`, path)
  return createHash('sha256').update(text).digest('hex')
}
