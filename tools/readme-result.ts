// Writes the newest committed run's table and figure into the README between its markers; with --check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { newestCommittedRun } from './newest-committed-run.mjs'
import { withNewestResult } from './newest-result.js'

const dir = newestCommittedRun()
const readme = readFileSync('README.md', 'utf8')
const written = await withNewestResult(readme, dir)
if (process.argv.includes('--check')) {
  if (written !== readme) {
    console.error(`README.md does not show the newest committed run ${dir}: run "pnpm readme".`)
    process.exitCode = 1
  }
} else {
  writeFileSync('README.md', written)
  console.log(`README.md shows ${dir}`)
}
