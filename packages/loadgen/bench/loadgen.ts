/**
 * What the generator costs, against nginx on this machine: its own raw-socket reference, vegeta, oha and
 * autocannon where they are installed, and its own `setTimeout` pacer.
 *
 * npx tsx --conditions=@lat/source packages/loadgen/bench/loadgen.ts [--only durationVsRaw,latenessVsTimeout]
 *   [--blocks 5] [--warmup 10] [--steady 10] [--rate 500] [--placement pinned|free] [--server-core 1|0]
 *   [--server-priority realtime|ordinary] [--slot-order lifo|fifo]
 *
 * Every client runs on one core and nginx on another. Left to itself the kernel puts a client now beside nginx, now on its core, and
 * that choice moves a median more than any difference between clients: `--placement free` shows it. Of its connections ours
 * takes the one used last, as vegeta's does.
 * With its core to itself nginx also runs at real-time priority where this user may ask for it: a generator that spins leaves the kernel
 * only nginx's core for its own threads, and 3 ms of one fill 100 slots at 35,000 per second.
 *
 * The peers are looked for on the PATH, or where LAT_VEGETA, LAT_OHA, LAT_AUTOCANNON and LAT_NGINX say. What is
 * missing is skipped and named. Everything at its defaults takes 20 minutes; `--only` makes parts of it.
 */
import { parseArgs } from 'node:util'
import { quantile } from '@lat/estimators'
import { durationNs, responseNs } from '@lat/rows'
import type { Row } from '@lat/rows'
import { runRatioBench } from '../../../tools/bench/ratio-bench.js'
import type { Bar } from '../../../tools/bench/ratio-bench.js'
import { runCell } from '../src/index.js'
import type { CellResult, CellSpec } from '../src/index.js'
import { LEAST_SHARE, openMaxShare } from './open-max.js'
import { aheadOfAll, autocannonMaxPerSecond, installed, keepOnCores, ohaP50Ns, onCore, vegetaP50, versionLine } from './other-tools.js'
import { startNginx } from './start-nginx.js'

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, blocks: { type: 'string', default: '5' }, steady: { type: 'string', default: '10' }, warmup: { type: 'string', default: '10' }, rate: { type: 'string', default: '500' }, placement: { type: 'string', default: 'pinned' }, 'server-core': { type: 'string', default: '1' }, 'server-priority': { type: 'string', default: 'realtime' }, 'slot-order': { type: 'string', default: 'lifo' } },
})
const ratePerSecond = Number(options.rate)
const steadySeconds = Number(options.steady)
const warmupSeconds = Number(options.warmup)
if (!['pinned', 'free'].includes(options.placement)) throw new Error(`--placement ${options.placement}: pinned or free.`)
if (!['0', '1'].includes(options['server-core'])) throw new Error(`--server-core ${options['server-core']}: 0 or 1.`)
if (!['realtime', 'ordinary'].includes(options['server-priority'])) throw new Error(`--server-priority ${options['server-priority']}: realtime or ordinary.`)
if (!['lifo', 'fifo'].includes(options['slot-order'])) throw new Error(`--slot-order ${options['slot-order']}: lifo or fifo.`)
const slotOrder = options['slot-order'] as 'lifo' | 'fifo'

const BARS = {
  durationVsRaw: { atMost: 2 },
  latenessVsTimeout: { atMost: 0.4 },
  responseVsVegeta: { atMost: 1 },
  responseVsOha: { atMost: 1 },
  openMaxVsAutocannon: { atLeast: 0.6 },
} as const satisfies Readonly<Record<string, Bar>>
type Key = keyof typeof BARS
const PEER: Partial<Readonly<Record<Key, string>>> = { responseVsVegeta: 'vegeta', responseVsOha: 'oha', openMaxVsAutocannon: 'autocannon' }
/** The nginx worker and, beside it, the client. */
const SERVER_CORE = Number(options['server-core'])
const CLIENT_CORE = 1 - SERVER_CORE
const isPinned = options.placement === 'pinned' && onCore(CLIENT_CORE).length > 0

const asked = (options.only?.split(',') ?? Object.keys(BARS)) as Key[]
for (const key of asked) if (!(key in BARS)) throw new Error(`--only ${key}: the keys are ${Object.keys(BARS).join(', ')}.`)
const missing = (key: Key): string | null => ['nginx', PEER[key]].find((program) => program !== undefined && !installed(program)) ?? null
const keys = asked.filter((key) => missing(key) === null)
const skipped = asked.filter((key) => missing(key) !== null).map((key) => ({ what: key, why: `${missing(key)!} is not installed` }))
if (keys.length === 0) {
  for (const { what, why } of skipped) console.log(`SKIPPED ${what}: ${why}`)
  console.log(JSON.stringify({ name: 'loadgen', ratios: {}, aa: {}, host: {}, skipped }))
  process.exit(0)
}
const measures = (key: Key): boolean => keys.includes(key)
const paced = keys.some((key) => key !== 'openMaxVsAutocannon')
if (isPinned) keepOnCores([CLIENT_CORE])
const ahead = isPinned && options['server-priority'] === 'realtime' ? aheadOfAll() : []
const nginx = await startNginx(isPinned ? { core: SERVER_CORE, under: ahead } : {})
const clientCore = isPinned ? CLIENT_CORE : null

function cell(change: Partial<CellSpec> = {}): Promise<CellResult> {
  return runCell({
    name: 'bench',
    arms: [{ name: 'nginx', url: nginx.url, method: 'GET' }],
    assignment: 'cell',
    seed: 'bench',
    ratePerSecond,
    warmupMs: warmupSeconds * 1000,
    steadyStartMs: warmupSeconds * 1000,
    steadyMs: steadySeconds * 1000,
    canary: false,
    slotOrder,
    ...change,
  })
}

function p50Ns({ rows }: CellResult, series: (row: Row) => number | null): number {
  return quantile([...rows].filter(({ outcome }) => outcome === 'ok').map((row) => series(row)!), 0.5)
}

interface Reading {
  readonly durationNs: number
  readonly responseNs: number
  readonly latenessNs: number
}
async function own(change: Partial<CellSpec> = {}): Promise<Reading> {
  const result = await cell(change)
  return { durationNs: p50Ns(result, durationNs), responseNs: p50Ns(result, responseNs), latenessNs: result.lateness.p50Ns! }
}
/** As `durationNs` and as `responseNs`, which is what its reported figure and its schedule are. */
async function vegetaReading(): Promise<Reading> {
  const { reportedP50Ns, fromScheduleP50Ns } = await vegetaP50(nginx.url, clientCore, ratePerSecond, warmupSeconds, steadySeconds)
  return { durationNs: reportedP50Ns, responseNs: fromScheduleP50Ns, latenessNs: NaN }
}
const peer = (responseNs: number): Reading => ({ durationNs: NaN, responseNs, latenessNs: NaN })

/** Slots with which the highest rate is looked for: those of the bar, and enough for a server that is away for some milliseconds. */
const OPEN_MAX_SLOTS = { openMaxVsAutocannon: 100, openMax400SlotsVsAutocannon: 400 } as const
/** Where the search starts: at the bar, then where it ended the time before. */
const shares = Object.fromEntries(Object.keys(OPEN_MAX_SLOTS).map((key) => [key, BARS.openMaxVsAutocannon.atLeast as number]))
async function openMax(): Promise<Record<string, number>> {
  const ceiling = await autocannonMaxPerSecond(nginx.url, clientCore, warmupSeconds, steadySeconds)
  process.stderr.write(`  autocannon: ${ceiling.toFixed(0)}/s\n`)
  for (const [key, slots] of Object.entries(OPEN_MAX_SLOTS)) {
    shares[key] = await openMaxShare(ceiling, Math.max(shares[key]!, LEAST_SHARE), { url: nginx.url, core: clientCore, slots, slotOrder, warmupSeconds, seconds: steadySeconds })
  }
  return { ...shares }
}

async function pacedBlock(index: number): Promise<{ ratios: Record<string, number>; aa: Record<string, number> }> {
  const sides: Record<string, () => Promise<Reading>> = {
    undici: () => own(),
    ...(measures('durationVsRaw') ? { raw: () => own({ transport: 'raw' }) } : {}),
    ...(measures('latenessVsTimeout') ? { timeout: () => own({ pacing: 'timeout' }) } : {}),
    ...(measures('responseVsVegeta') ? { vegeta: () => vegetaReading() } : {}),
    ...(measures('responseVsOha') ? { oha: async () => peer(await ohaP50Ns(nginx.url, clientCore, ratePerSecond, warmupSeconds, steadySeconds)) } : {}),
    again: () => own(),
  }
  const read: Record<string, Reading> = {}
  // The order turns round from block to block.
  const names = index % 2 === 0 ? Object.keys(sides) : Object.keys(sides).reverse()
  for (const name of names) read[name] = await sides[name]!()
  const { undici, again, raw, timeout, vegeta, oha } = read
  return {
    ratios: {
      ...(raw === undefined ? {} : { durationVsRaw: undici!.durationNs / raw.durationNs }),
      ...(timeout === undefined ? {} : { latenessVsTimeout: undici!.latenessNs / timeout.latenessNs, timeoutLatenessP50Us: timeout.latenessNs / 1000 }),
      ...(vegeta === undefined ? {} : { responseVsVegeta: undici!.responseNs / vegeta.durationNs, vegetaP50Us: vegeta.durationNs / 1000, responseVsVegetaFromSchedule: undici!.responseNs / vegeta.responseNs, vegetaFromScheduleP50Us: vegeta.responseNs / 1000 }),
      ...(oha === undefined ? {} : { responseVsOha: undici!.responseNs / oha.responseNs, ohaP50Us: oha.responseNs / 1000 }),
      durationP50Us: undici!.durationNs / 1000,
      responseP50Us: undici!.responseNs / 1000,
      latenessP50Us: undici!.latenessNs / 1000,
    },
    aa: { duration: again!.durationNs / undici!.durationNs, response: again!.responseNs / undici!.responseNs, lateness: again!.latenessNs / undici!.latenessNs },
  }
}

try {
  await runRatioBench({
    name: 'loadgen',
    bars: Object.fromEntries(keys.map((key) => [key, BARS[key]])),
    blocks: Number(options.blocks),
    async block(index) {
      const { ratios, aa } = paced ? await pacedBlock(index) : { ratios: {}, aa: {} }
      return { ratios: { ...ratios, ...(measures('openMaxVsAutocannon') ? await openMax() : {}) }, aa }
    },
    skipped,
    notes: [
      `${ratePerSecond} per second, ${warmupSeconds} s warm-up and ${steadySeconds} s steady per side, 40 slots (${slotOrder}), GET`,
      `nginx: ${versionLine('nginx')}`,
      ...keys.map((key) => PEER[key]).filter((program) => program !== undefined).map((program) => `${program}: ${versionLine(program)}`),
      isPinned ? `clients on core ${CLIENT_CORE}, nginx on core ${SERVER_CORE}, ${ahead.length > 0 ? 'where it goes before every other program (SCHED_FIFO)' : 'which it shares with whatever else runs'}` : 'clients and nginx wherever the kernel puts them',
      ...(measures('openMaxVsAutocannon') ? ['openMaxVsAutocannon: 100 slots, spin pacing; the other key with 400'] : []),
    ],
  })
} finally {
  await nginx.stop()
}
