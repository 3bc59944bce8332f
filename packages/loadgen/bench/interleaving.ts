/**
 * What interleaving is worth: the false shift between two identical proxies, once from one cell whose arrivals
 * alternate between them at random, once from two cells one after the other in the same machine time. Prints the
 * standard deviation of both over many estimates, and their ratio with a bootstrap interval.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/interleaving.ts [--estimates 24] [--seconds 4] [--warmup 1] [--rate 500]
 */
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import { rng } from '@lat/estimators/rng'
import { durationNs } from '@lat/rows'
import { runCell } from '../src/index.js'
import type { ArmSpec, CellResult, CellSpec } from '../src/index.js'
import { installed } from './other-tools.js'
import { startNginx } from './start-nginx.js'

const MOST = 1 / 3
const DRAWS = 4000

const { values: options } = parseArgs({ options: { estimates: { type: 'string', default: '24' }, seconds: { type: 'string', default: '4' }, warmup: { type: 'string', default: '1' }, rate: { type: 'string', default: '500' } } })
if (!installed('nginx')) {
  console.log('SKIPPED interleaving: nginx is not installed')
  process.exit(0)
}
const estimates = Number(options.estimates)
const steadyMs = Number(options.seconds) * 1000
const warmupMs = Number(options.warmup) * 1000
const upstream = await startNginx()
const proxies = [await startNginx({ proxyTo: upstream.url }), await startNginx({ proxyTo: upstream.url })] as const
const arms: readonly ArmSpec[] = proxies.map(({ url }, index) => ({ name: index === 0 ? 'a' : 'b', url, method: 'GET' }))

function cell(change: Pick<CellSpec, 'arms' | 'assignment' | 'warmupMs' | 'steadyMs' | 'seed'>): Promise<CellResult> {
  return runCell({ name: 'interleaving', ratePerSecond: Number(options.rate), steadyStartMs: change.warmupMs, canary: false, ...change })
}

function p50Us({ rows }: CellResult, arm: string): number {
  return quantile([...rows].filter((row) => row.arm === arm && row.outcome === 'ok').map((row) => durationNs(row)! / 1000), 0.5)
}

async function interleaved(index: number): Promise<number> {
  const result = await cell({ arms, assignment: 'arrival', seed: `interleaving-${index}`, warmupMs, steadyMs })
  return p50Us(result, 'b') - p50Us(result, 'a')
}

/** Half the time for each, the order turned from estimate to estimate. */
async function sequential(index: number): Promise<number> {
  const read: Record<string, number> = {}
  for (const arm of index % 2 === 0 ? arms : [...arms].reverse()) {
    read[arm.name] = p50Us(await cell({ arms: [arm], assignment: 'cell', seed: 'interleaving', warmupMs: warmupMs / 2, steadyMs: steadyMs / 2 }), arm.name)
  }
  return read['b']! - read['a']!
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (values.length - 1))
}

const found = { interleaved: [] as number[], sequential: [] as number[] }
try {
  for (let index = 0; index < estimates; index += 1) {
    const ways = [async () => found.interleaved.push(await interleaved(index)), async () => found.sequential.push(await sequential(index))]
    for (const way of index % 2 === 0 ? ways : ways.reverse()) await way()
    process.stderr.write(`${index + 1}/${estimates}: interleaved ${found.interleaved.at(-1)!.toFixed(1)} us, sequential ${found.sequential.at(-1)!.toFixed(1)} us\n`)
  }
} finally {
  for (const proxy of proxies) await proxy.stop()
  await upstream.stop()
}

const random = rng('interleaving')
const resampled = (values: readonly number[]): number[] => values.map(() => values[random.integer(values.length)]!)
const ratios = Array.from({ length: DRAWS }, () => deviation(resampled(found.interleaved)) / deviation(resampled(found.sequential)))
const ratio = deviation(found.interleaved) / deviation(found.sequential)
const [low, high] = [0.05, 0.95].map((q) => quantile(ratios, q))
for (const [way, values] of Object.entries(found)) {
  console.log(`${way.padEnd(12)} ${values.length} estimates of a shift of 0: P50 ${quantile(values, 0.5).toFixed(2).padStart(7)} us, standard deviation ${deviation(values).toFixed(2).padStart(7)} us, largest ${values.reduce((most, value) => Math.max(most, Math.abs(value)), 0).toFixed(1)} us`)
}
console.log(`ratio of the standard deviations ${ratio.toFixed(3)}, 90 % [${low!.toFixed(3)}, ${high!.toFixed(3)}] (bar: at most ${MOST.toFixed(3)})`)
console.log(JSON.stringify({ name: 'interleaving', ratio, low, high, atMost: MOST, estimates, ...found }))
process.exitCode = ratio <= MOST ? 0 : 1
