// `npm test`: the whole set-up, then lint, types and every test. Ends with `N passed, N failed`, where each test and
// each step counts as one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { pnpm } from './pnpm.mjs'
import { requireNode } from './require-node.mjs'
import { closingLine, step, tally } from './steps.mjs'

requireNode()
step('install (frozen lockfile)', () => pnpm(['install', '--frozen-lockfile', '--prefer-offline']).code === 0, { fatal: true })

/** Starts a check that nobody waits for: it runs beside the tests, which mostly wait for processes and sockets. */
function beside(name, ...args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  return once(child, 'close').then(([code]) =>
    step(name, () => {
      process.stdout.write(Buffer.concat(said))
      return code === 0
    }),
  )
}
const checks = [beside('lint', 'node_modules/eslint/bin/eslint.js', '.'), beside('types and pure-package fences', 'tools/typecheck.mjs')]
step('tests', () => {
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28 })
  process.stdout.write(run.stdout)
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(run.stdout)
  if (!counts) return false
  tally(Number(counts[1]), Number(counts[2]), Number(counts[3]))
  return run.status === 0 && Number(counts[1]) > 0
})
await Promise.all(checks)
closingLine()
