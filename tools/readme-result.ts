// Writes the newest committed run's table into the README between its markers; with --check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { evaluate } from '@lat/bands'
import { analyse, readRun } from '@lat/harness'
import { readmeSection, replaceBetweenMarkers } from '@lat/render'
import { newestCommittedRun } from './newest-committed-run.mjs'

const dir = newestCommittedRun()
const { facts, input } = await readRun(dir)
const analysis = analyse(input)
const readme = readFileSync('README.md', 'utf8')
const written = replaceBetweenMarkers(readme, 'newest-result', readmeSection(analysis, evaluate(analysis, facts.profile)))
if (process.argv.includes('--check')) {
  if (written !== readme) {
    console.error(`README.md does not show the newest committed run ${dir}: run "pnpm readme".`)
    process.exitCode = 1
  }
} else {
  writeFileSync('README.md', written)
  console.log(`README.md shows ${dir}`)
}
