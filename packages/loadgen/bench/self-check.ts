/**
 * Does the generator accuse itself when it should, and only then? Runs clean cells and cells with a planted
 * cause, in turn: a blocked I/O loop, busy loops on every core, a pool of slots that is too small. Appends the
 * signals and the verdict of every cell to a file, and counts the files it is given.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/self-check.ts run FILE [--rounds 20] [--seconds 2] [--rate 500]
 * npx tsx --conditions=@lat/source packages/loadgen/bench/self-check.ts spread FILE…     what limits are calibrated on
 * npx tsx --conditions=@lat/source packages/loadgen/bench/self-check.ts tally FILE…      verdicts per cause, with Clopper-Pearson intervals
 *
 * Not under a real-time scheduler: the busy loops would inherit it and starve the machine, so it is refused.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import { clopperPearson } from './clopper-pearson.js'
import { CAUSES, runCauses } from './planted-causes.js'
import type { CauseRun } from './planted-causes.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '20' }, seconds: { type: 'string', default: '2' }, rate: { type: 'string', default: '500' } },
})
const [mode, ...files] = positionals

/** Scheduling policy 1 (FIFO) or 2 (round robin), field 41 of Linux's stat; `false` elsewhere. */
function realTime(): boolean {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '').split(' ')
    return fields[38] === '1' || fields[38] === '2'
  } catch {
    return false
  }
}

function readRuns(): CauseRun[] {
  return files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as CauseRun))
}

function tally(runs: readonly CauseRun[]): void {
  const profiles = [...new Set(runs.map(({ profile }) => profile))]
  if (profiles.length > 1) throw new Error(`The runs were judged by several profiles (${profiles.join(', ')}): count each by itself.`)
  console.log(`${runs.length} cells judged by the profile "${profiles[0]}"`)
  for (const [cause, wanted] of Object.entries(CAUSES)) {
    const ofCause = runs.filter((run) => run.cause === cause)
    const hits = ofCause.filter(({ verdict }) => verdict === wanted).length
    const { low, high } = clopperPearson(hits, ofCause.length)
    const others = new Map<string, number>()
    for (const { verdict, reasons } of ofCause) {
      const what = `${verdict} (${reasons.join(', ')})`
      if (verdict !== wanted) others.set(what, (others.get(what) ?? 0) + 1)
    }
    const rest = [...others].map(([what, count]) => `${count} ${what}`)
    console.log(`${cause.padEnd(14)} called ${wanted}: ${hits} of ${ofCause.length}, 95 % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}] %${rest.length > 0 ? `; else ${rest.join('; ')}` : ''}`)
  }
}

function spread(runs: readonly CauseRun[]): void {
  const at = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
  console.log(`${'signal'.padEnd(22)} ${'cause'.padEnd(14)} ${at.map((q) => `P${q * 100}`.padStart(10)).join('')}`)
  for (const signal of Object.keys(runs[0]!.signals)) {
    for (const cause of Object.keys(CAUSES)) {
      const values = runs.filter((run) => run.cause === cause).map((run) => run.signals[signal]).filter((value) => typeof value === 'number')
      if (values.length > 0) console.log(`${signal.padEnd(22)} ${cause.padEnd(14)} ${at.map((q) => quantile(values, q).toPrecision(4).padStart(10)).join('')}`)
    }
  }
}

if (mode === 'run' && files.length === 1) {
  if (realTime()) throw new Error('This process runs under a real-time scheduler (chrt); its busy loops would take the whole machine. Start it without.')
  await runCauses({ file: files[0]!, rounds: Number(options.rounds), seconds: Number(options.seconds), ratePerSecond: Number(options.rate) })
  tally(readRuns())
} else if (mode === 'spread' && files.length > 0) spread(readRuns())
else if (mode === 'tally' && files.length > 0) tally(readRuns())
else throw new Error('Say what to do: run FILE, spread FILE… or tally FILE….')
