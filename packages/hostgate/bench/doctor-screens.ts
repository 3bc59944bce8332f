/**
 * Draws the two screens of the README from what `lat-doctor` printed. With `--capture` it first asks this machine, once as
 * it is and once with a busy loop on every core; the loops end by themselves.
 *
 * npx tsx --conditions=@lat/source packages/hostgate/bench/doctor-screens.ts [--capture]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { runDoctor } from '../src/index.js'
import { terminalSvg } from './terminal-svg.js'

const docs = new URL('../docs/', import.meta.url)
const LOOP = "process.stdout.write('.'); for (const end = Date.now() + 3_000; Date.now() < end; );"

async function capture(name: string): Promise<void> {
  let said = ''
  const exitCode = await runDoctor([], { write: (text) => (said += text), writeError: (text) => (said += text), colour: true, environment: {} })
  console.log(`${name}: exit code ${exitCode}\n${said}`)
  // A kernel's local suffix names who built it, which is nobody's business.
  writeFileSync(new URL(`${name}.txt`, docs), said.replace(/( linux [\d.]+)-[^,]+/, '$1'))
}

if (process.argv.includes('--capture')) {
  await capture('doctor-ready')
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', LOOP], { stdio: ['ignore', 'pipe', 'inherit'] }))
  const ended = Promise.all(loops.map((loop) => once(loop, 'exit')))
  await Promise.all(loops.map((loop) => once(loop.stdout, 'data')))
  await capture('doctor-not-ready')
  await ended
}
for (const name of ['doctor-ready', 'doctor-not-ready']) writeFileSync(new URL(`${name}.svg`, docs), terminalSvg('npx @lat/hostgate', readFileSync(new URL(`${name}.txt`, docs), 'utf8')))
