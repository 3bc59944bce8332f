/**
 * Does the idle reading see a load that is really there? Plants k busy loops on n cores: idle must fall by 100 k / n
 * points, within 5. A turn counts only when the machine is quiet before and after it, because what others take, the loops
 * cannot take. The loops run at ordinary priority and end by themselves.
 *
 * npx tsx --conditions=@lat/source packages/hostgate/bench/planted-load.ts [tries]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { readIdle, systemHost } from '../src/index.js'

const TURNS = 5
const INTERVAL_MS = 2_000
/** A loop outlives the reading by a little. */
const LOOP_MS = INTERVAL_MS + 800
const QUIET_PERCENT = 93
const LOOP = `process.stdout.write('.'); for (const end = Date.now() + ${LOOP_MS}; Date.now() < end; );`
const tries = Number(process.argv[2] ?? 20)
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

/** Idle while the loops run; `null` when one ended before the reading did. */
async function planted(loops: number): Promise<number | null> {
  const children = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', LOOP], { stdio: ['ignore', 'pipe', 'inherit'] }))
  const exits = children.map((child) => once(child, 'exit'))
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  const percent = await idle()
  const outlived = children.every(({ exitCode }) => exitCode === null)
  await Promise.all(exits)
  return outlived ? percent : null
}

let left = tries
for (let loops = 0; loops <= cores; loops += 1) {
  const falls: number[] = []
  while (falls.length < TURNS && left > 0) {
    const before = await idle()
    const during = before < QUIET_PERCENT ? null : await planted(loops)
    const after = during === null ? null : await idle()
    if (during === null || after === null || after < QUIET_PERCENT) left -= 1
    else falls.push((before + after) / 2 - during)
  }
  if (falls.length < TURNS) {
    console.log(`${loops} loops on ${cores} cores: UNDECIDED, the machine was not quiet in ${tries} tries`)
    process.exitCode = 3
    break
  }
  const expected = (100 * loops) / cores
  const ok = falls.every((fall) => Math.abs(fall - expected) <= 5)
  if (!ok) process.exitCode = 1
  console.log(`${loops} loops on ${cores} cores: idle fell by ${median(falls).toFixed(1)} points, expected ${expected.toFixed(1)} (turns ${falls.map((fall) => fall.toFixed(1)).join(', ')})${ok ? '' : '  OUTSIDE 5 points'}`)
}
console.log(`${tries - left} turns left out`)
