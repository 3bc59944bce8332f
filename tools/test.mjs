// `npm test`: the whole set-up, then lint, types and every test. Ends with `N passed, N failed`, where each test and
// each step counts as one.
import { spawnSync } from 'node:child_process'
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'
import { closingLine, step, tally } from './steps.mjs'

requireNode()
step('install (frozen lockfile)', () => pnpm(['install', '--frozen-lockfile', '--prefer-offline']).code === 0, { fatal: true })

const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
step('lint', () => node('node_modules/eslint/bin/eslint.js', '.'))
step('types and pure-package fences', () => node('tools/typecheck.mjs'))
step('tests', () => {
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28 })
  process.stdout.write(run.stdout)
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(run.stdout)
  if (!counts) return false
  tally(Number(counts[1]), Number(counts[2]), Number(counts[3]))
  return run.status === 0 && Number(counts[1]) > 0
})
closingLine()
