import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runRatioBench } from '../../../tools/bench/ratio-bench.js'
import { bootstrapQuantiles, pairedShift, quantileInterval, quantileOfSorted } from '../src/index.js'
import { rng } from '../src/rng.js'
import { naiveBootstrap } from './naive.js'

const COUNT = 30000
const RESAMPLES = 2000
const QS = [0.5, 0.9, 0.99, 0.999]

const { values: options } = parseArgs({ options: { blocks: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } } })
const { exponential } = rng('bench values')
const cell = (count: number, from: number): Float64Array => Float64Array.from({ length: count }, () => from + 1e5 * exponential())

/**
 * CPU milliseconds of this process per call: robust against what else the machine does, garbage collection included.
 * Unmeasured calls first, which pay for what the side before has left lying about.
 */
function cpuMs(act: () => void, times: number, unmeasured = 0): number {
  for (let i = 0; i < unmeasured; i++) act()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const ends = (draws: readonly Float64Array[]): number[] => draws.flatMap((drawn) => {
  const sorted = drawn.slice().sort()
  return [quantileOfSorted(sorted, 0.025), quantileOfSorted(sorted, 0.975)]
})

// a new count every time, so that no law is found in the cache: real cells differ by a few requests
let fresh = COUNT
const freshCell = (): Float64Array => full.subarray(0, (fresh = fresh <= COUNT - 2000 ? COUNT : fresh - 1))
const full = cell(COUNT, 7e5)
let sink = 0

const seeded = (): void => {
  sink += ends(bootstrapQuantiles(freshCell(), QS, { seed: 'bench', resamples: RESAMPLES, joint: false }))[0]!
}
const exact = (): void => {
  const sorted = freshCell().slice().sort()
  for (const q of QS) sink += quantileInterval(sorted, q, { method: 'exact', sorted: true }).interval!.low!
}
const naive = (seed: number): void => {
  sink += ends(naiveBootstrap(full, QS, RESAMPLES, seed))[0]!
}
const pairs = ['r1', 'r2', 'r3', 'r4', 'r5'].map((key) => ({ key, baseline: cell(COUNT, 7e5), treatment: cell(COUNT, 1.2e6) }))
const paired = (): void => {
  sink += pairedShift(pairs, 0.5).withinCells!.low!
}

function scipyCpuMs(): number | null {
  const script = fileURLToPath(new URL('scipy-bootstrap.py', import.meta.url))
  const { status, stdout } = spawnSync('python3', [script], { input: Buffer.from(full.buffer), encoding: 'utf8' })
  return status === 0 ? Number(stdout) * 1000 : null
}
const withScipy = spawnSync('python3', ['-c', 'import scipy']).status === 0

for (let i = 0; i < 5; i++) for (const act of [seeded, exact, paired]) act()

await runRatioBench({
  name: 'estimators',
  bars: {
    seededVsNaive: { atLeast: 300 },
    exactVsNaive: { atLeast: 100 },
    exactPairedMs: { atMost: 100 },
    ...(withScipy ? { seededVsScipy: { atLeast: 100 }, exactVsScipy: { atLeast: 60 } } : {}),
  },
  blocks: Number(options.blocks),
  block: async (index) => {
    // the sides change places from block to block; the fast ones run twice, once on each side of the slow one
    const first = index % 2 === 0 ? [seeded, exact] : [exact, seeded]
    const before = first.map((act) => cpuMs(act, 20, 5))
    const pairedBefore = cpuMs(paired, 3, 1)
    const naiveMs = cpuMs(() => naive(index + 1), 1)
    const scipyMs = withScipy ? scipyCpuMs() : null
    const pairedAfter = cpuMs(paired, 3, 1)
    const after = [...first].reverse().map((act) => cpuMs(act, 20, 5)).reverse()
    const seededAt = first.indexOf(seeded)
    const seededMs = [before[seededAt]!, after[seededAt]!] as const
    const exactMs = [before[1 - seededAt]!, after[1 - seededAt]!] as const
    const mean = ([a, b]: readonly [number, number]): number => (a + b) / 2
    return Promise.resolve({
      ratios: {
        seededVsNaive: naiveMs / mean(seededMs),
        exactVsNaive: naiveMs / mean(exactMs),
        exactPairedMs: (pairedBefore + pairedAfter) / 2,
        ...(scipyMs === null ? {} : { seededVsScipy: scipyMs / mean(seededMs), exactVsScipy: scipyMs / mean(exactMs) }),
        seededMs: mean(seededMs),
        exactMs: mean(exactMs),
        naiveMs,
      },
      aa: { seeded: seededMs[1] / seededMs[0], exact: exactMs[1] / exactMs[0], paired: pairedAfter / pairedBefore },
    })
  },
  skipped: withScipy ? [] : [{ what: 'seededVsScipy, exactVsScipy', why: 'python3 cannot import scipy here' }],
  notes: [`all figures are CPU time of one process; ${COUNT} values, ${RESAMPLES} resamples, 4 quantiles, intervals included; checksum ${sink.toPrecision(6)}`],
})
