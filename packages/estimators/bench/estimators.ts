import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runRatioBench } from '../../../tools/bench/ratio-bench.js'
import { bootstrapQuantiles, pairedShift, quantileIntervals, quantileOfSorted } from '../src/index.js'
import { rng } from '../src/rng.js'
import { indexBootstrap } from './binomial-index.js'
import { naiveBootstrap } from './naive.js'

const COUNT = 30000
const RESAMPLES = 2000
const QS = [0.5, 0.9, 0.99, 0.999]
/** A python with scipy, if there is one. */
const PYTHON = process.env['LAT_PYTHON'] ?? 'python3'

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
  for (const { interval } of quantileIntervals(freshCell(), QS, { method: 'exact' })) sink += interval!.low!
}
const indexed = (): void => {
  sink += ends(indexBootstrap(freshCell(), QS, RESAMPLES, fresh))[0]!
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
  const { status, stdout } = spawnSync(PYTHON, [script], { input: Buffer.from(full.buffer), encoding: 'utf8' })
  return status === 0 ? Number(stdout) * 1000 : null
}
const withScipy = spawnSync(PYTHON, ['-c', 'import scipy']).status === 0

for (let i = 0; i < 5; i++) for (const act of [seeded, exact, indexed, paired]) act()

await runRatioBench({
  name: 'estimators',
  bars: {
    seededVsNaive: { atLeast: 300 },
    exactVsNaive: { atLeast: 100 },
    exactPairedMs: { atMost: 100 },
    exactVsIndex: { atMost: 1.5 },
    ...(withScipy ? { seededVsScipy: { atLeast: 100 }, exactVsScipy: { atLeast: 60 } } : {}),
  },
  blocks: Number(options.blocks),
  block: async (index) => {
    // the sides change places from block to block; the fast ones run twice, once on each side of the slow one
    const sides = { seeded, exact, indexed }
    const order = Object.keys(sides) as (keyof typeof sides)[]
    if (index % 2 === 1) order.reverse()
    const before = Object.fromEntries(order.map((side) => [side, cpuMs(sides[side], 20, 5)]))
    const pairedBefore = cpuMs(paired, 3, 1)
    const naiveMs = cpuMs(() => naive(index + 1), 1)
    const scipyMs = withScipy ? scipyCpuMs() : null
    const pairedAfter = cpuMs(paired, 3, 1)
    const after = Object.fromEntries([...order].reverse().map((side) => [side, cpuMs(sides[side], 20, 5)]))
    const mean = (side: keyof typeof sides): number => (before[side]! + after[side]!) / 2
    const again = (side: keyof typeof sides): number => after[side]! / before[side]!
    return Promise.resolve({
      ratios: {
        seededVsNaive: naiveMs / mean('seeded'),
        exactVsNaive: naiveMs / mean('exact'),
        exactVsIndex: mean('exact') / mean('indexed'),
        exactPairedMs: (pairedBefore + pairedAfter) / 2,
        ...(scipyMs === null ? {} : { seededVsScipy: scipyMs / mean('seeded'), exactVsScipy: scipyMs / mean('exact') }),
        seededMs: mean('seeded'),
        exactMs: mean('exact'),
        indexMs: mean('indexed'),
        naiveMs,
        ...(scipyMs === null ? {} : { scipyMs }),
      },
      aa: { seeded: again('seeded'), exact: again('exact'), indexed: again('indexed'), paired: pairedAfter / pairedBefore },
    })
  },
  skipped: withScipy ? [] : [{ what: 'seededVsScipy, exactVsScipy', why: `${PYTHON} cannot import scipy; LAT_PYTHON names another python` }],
  notes: [`all figures are CPU time of one process; ${COUNT} values, ${RESAMPLES} resamples, 4 quantiles, intervals included; checksum ${sink.toPrecision(6)}`],
})
