// `npm test`: the whole set-up, then lint, types and every test. Ends with `N passed, N failed`, where each test and
// each step counts as one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'
import { closingLine, step, tally } from './steps.mjs'

requireNode()
step('install (frozen lockfile)', () => pnpm(['install', '--frozen-lockfile', '--prefer-offline']).code === 0, { fatal: true })

const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
// Lint needs one core for half a minute and nobody waits for it: it runs beside the other steps.
const lint = spawn(process.execPath, ['node_modules/eslint/bin/eslint.js', '.'], { stdio: ['ignore', 'pipe', 'pipe'] })
const linted = once(lint, 'close')
const findings = []
for (const stream of [lint.stdout, lint.stderr]) stream.on('data', (chunk) => findings.push(chunk))
step('types and pure-package fences', () => node('tools/typecheck.mjs'))
step('tests', () => {
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28 })
  process.stdout.write(run.stdout)
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(run.stdout)
  if (!counts) return false
  tally(Number(counts[1]), Number(counts[2]), Number(counts[3]))
  return run.status === 0 && Number(counts[1]) > 0
})
const [lintCode] = await linted
step('lint', () => {
  process.stdout.write(Buffer.concat(findings))
  return lintCode === 0
})
closingLine()
