/**
 * What the generator costs, against nginx on this machine: its own raw-socket reference, vegeta, oha and
 * autocannon where they are installed, and its own `setTimeout` pacer.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/loadgen.ts [--blocks 5] [--steady 10] [--warmup 10] [--max]
 */
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import { durationNs, responseNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import { runRatioBench } from '../../../tools/bench/ratio-bench.js'
import type { Bar } from '../../../tools/bench/ratio-bench.js'
import { runCell } from '../src/index.js'
import type { CellResult, CellSpec } from '../src/index.js'
import { autocannonMaxPerSecond, installed, ohaP50Ns, vegetaP50Ns } from './other-tools.js'
import { startNginx } from './start-nginx.js'

const { values: options } = parseArgs({
  options: { blocks: { type: 'string', default: '5' }, steady: { type: 'string', default: '10' }, warmup: { type: 'string', default: '10' }, rate: { type: 'string', default: '500' }, max: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const ratePerSecond = Number(options.rate)
const steadySeconds = Number(options.steady)
const warmupSeconds = Number(options.warmup)

if (!installed('nginx')) {
  const skipped = [{ what: 'loadgen', why: 'nginx is not installed' }]
  console.log(JSON.stringify({ name: 'loadgen', ratios: {}, aa: {}, host: {}, skipped }))
  process.exit(0)
}
const nginx = await startNginx()

function cell(change: Partial<CellSpec>): Promise<CellResult> {
  return runCell({
    name: 'bench',
    arms: [{ name: 'nginx', url: nginx.url, method: 'GET' }],
    assignment: 'cell',
    seed: 'bench',
    ratePerSecond,
    warmupMs: warmupSeconds * 1000,
    steadyStartMs: warmupSeconds * 1000 + 200,
    steadyMs: steadySeconds * 1000,
    canary: false,
    ...change,
  })
}

function p50Ns({ rows }: CellResult, series: (row: Row) => number | null): number {
  return quantile([...rows].filter(({ outcome }) => outcome === 'ok').map((row) => series(row)!), 0.5)
}

/** Highest of a ladder of rates that is served whole. */
async function openMaxPerSecond(ceiling: number): Promise<number> {
  for (let share = 1; share >= 0.3; share -= 0.05) {
    const rate = Math.round(ceiling * share)
    const { steady } = await cell({ ratePerSecond: rate, slots: 100, warmupMs: 1000, steadyStartMs: 1000, steadyMs: 3000 })
    if (steady.dropped === 0 && steady.ok >= 0.995 * steady.scheduled) return rate
  }
  return 0
}

const tools = { vegeta: installed('vegeta'), oha: installed('oha'), autocannon: options.max && installed('autocannon') }
const bars: Record<string, Bar> = {
  durationVsRaw: { atMost: 2 },
  latenessVsTimeout: { atMost: 0.4 },
  ...(tools.vegeta ? { responseVsVegeta: { atMost: 1 } } : {}),
  ...(tools.oha ? { responseVsOha: { atMost: 1 } } : {}),
  ...(tools.autocannon ? { openMaxVsAutocannon: { atLeast: 0.6 } } : {}),
}

await runRatioBench({
  name: 'loadgen',
  bars,
  blocks: Number(options.blocks),
  async block(index) {
    const sides: Record<string, () => Promise<CellResult>> = {
      undici: () => cell({}),
      raw: () => cell({ transport: 'raw' }),
      timeout: () => cell({ pacing: 'timeout' }),
      again: () => cell({}),
    }
    const results: Record<string, CellResult> = {}
    // The order turns round from block to block.
    const names = index % 2 === 0 ? Object.keys(sides) : Object.keys(sides).reverse()
    for (const name of names) results[name] = await sides[name]!()
    const { undici, raw, timeout, again } = results as { undici: CellResult; raw: CellResult; timeout: CellResult; again: CellResult }
    const response = p50Ns(undici, responseNs)
    const ceiling = tools.autocannon ? await autocannonMaxPerSecond(nginx.url, 3) : null
    return {
      ratios: {
        durationVsRaw: p50Ns(undici, durationNs) / p50Ns(raw, durationNs),
        latenessVsTimeout: undici.lateness.p50Ns! / timeout.lateness.p50Ns!,
        ...(tools.vegeta ? { responseVsVegeta: response / (await vegetaP50Ns(nginx.url, ratePerSecond, warmupSeconds, steadySeconds)) } : {}),
        ...(tools.oha ? { responseVsOha: response / (await ohaP50Ns(nginx.url, ratePerSecond, warmupSeconds, steadySeconds)) } : {}),
        ...(ceiling === null ? {} : { openMaxVsAutocannon: (await openMaxPerSecond(ceiling)) / ceiling }),
        durationP50Us: p50Ns(undici, durationNs) / 1000,
        responseP50Us: response / 1000,
        latenessP50Us: undici.lateness.p50Ns! / 1000,
      },
      aa: { duration: p50Ns(again, durationNs) / p50Ns(undici, durationNs), lateness: again.lateness.p50Ns! / undici.lateness.p50Ns! },
    }
  },
  skipped: [
    ...(tools.vegeta ? [] : [{ what: 'responseVsVegeta', why: 'vegeta is not on the PATH' }]),
    ...(tools.oha ? [] : [{ what: 'responseVsOha', why: 'oha is not on the PATH' }]),
    ...(tools.autocannon ? [] : [{ what: 'openMaxVsAutocannon', why: options.max ? 'autocannon is not on the PATH' : 'it loads both cores for minutes: ask for it with --max' }]),
  ],
  notes: [`${ratePerSecond} per second, ${warmupSeconds} s warm-up and ${steadySeconds} s steady per side, 40 slots, GET`],
})
await nginx.stop()
