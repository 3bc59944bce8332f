/**
 * Does the idle reading see a load that is really there? Plants k busy loops on n cores: idle must fall by 100 k / n
 * points, within 5. A turn counts only when the machine is quiet before and after it, because what others take, the loops
 * cannot take.
 *
 * npx tsx --conditions=@lat/source packages/hostgate/bench/planted-load.ts [tries]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { readIdle, systemHost } from '../src/index.js'

const TURNS = 5
const INTERVAL_MS = 2_000
const QUIET_PERCENT = 93
const tries = Number(process.argv[2] ?? 60)
const host = systemHost()
const cores = availableParallelism()

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

async function idle(): Promise<number> {
  const reading = await readIdle({ intervalMs: INTERVAL_MS, host })
  if (reading.state !== 'value') throw new Error(`No idle reading: ${JSON.stringify(reading)}`)
  return reading.value.meanPercent
}

async function planted(loops: number): Promise<number> {
  const children = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'process.stdout.write("."); for (const end = Date.now() + 60_000; Date.now() < end; );'], { stdio: ['ignore', 'pipe', 'inherit'] }))
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  const percent = await idle()
  for (const child of children) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return percent
}

let left = tries
for (let loops = 0; loops <= cores; loops += 1) {
  const falls: number[] = []
  while (falls.length < TURNS && left > 0) {
    const before = await idle()
    if (before < QUIET_PERCENT) {
      left -= 1
      continue
    }
    const during = await planted(loops)
    const after = await idle()
    if (after < QUIET_PERCENT) left -= 1
    else falls.push((before + after) / 2 - during)
  }
  if (falls.length < TURNS) {
    console.log(`${loops} loops on ${cores} cores: UNDECIDED, the machine was not quiet in ${tries} tries`)
    process.exitCode = 3
    break
  }
  const expected = (100 * loops) / cores
  const ok = Math.abs(median(falls) - expected) <= 5
  if (!ok) process.exitCode = 1
  console.log(`${loops} loops on ${cores} cores: idle fell by ${median(falls).toFixed(1)} points, expected ${expected.toFixed(1)} (turns ${falls.map((fall) => fall.toFixed(1)).join(', ')})${ok ? '' : '  OUTSIDE 5 points'}`)
}
