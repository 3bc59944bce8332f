import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { acrossRepetitions, confidenceSequence, equivalence, quantileInterval, quantileOfSorted, type Budget } from '../src/index.js'
import { proportionInterval } from '../src/proportion-interval.js'
import { quantileLaw } from '../src/quantile-law.js'
import { smallestReaching } from '../src/smallest-reaching.js'
import { sortAscending } from '../src/sort-ascending.js'
import { families, fastRandom, tuned, unseen, type Process } from './processes.js'

/**
 * How often nominal 95 % intervals hold the truth, judged by the exact 95 % interval of that share over the
 * simulations. `--sims 3000` is the study, smaller numbers a smoke test; `--only` picks a part.
 */
const { values: options } = parseArgs({ options: { sims: { type: 'string', default: '3000' }, only: { type: 'string' }, json: { type: 'boolean' } } })
const sims = Number(options.sims)
const QS = [0.5, 0.99, 0.999]
const ALPHA = 0.025

interface Share {
  readonly part: string
  readonly cell: string
  readonly what: string
  readonly percent: number
  readonly low: number
  readonly high: number
  readonly bar: Budget | null
  readonly verdict: string
}
const shares: Share[] = []

function report(part: string, cell: string, what: string, hits: number, count: number, bar: Budget | null = null): void {
  const { low, high } = proportionInterval(hits, count, 0.95)
  const verdict = bar === null ? 'no bar' : equivalence({ low: low * 100, high: high * 100 }, bar)
  shares.push({ part, cell, what, percent: (100 * hits) / count, low: low * 100, high: high * 100, bar, verdict })
  console.log(`${part.padEnd(12)} ${cell.padEnd(34)} ${what.padEnd(26)} ${((100 * hits) / count).toFixed(1).padStart(6)} %  [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]  ${verdict}`)
}

const wanted = (part: string): boolean => options.only === undefined || options.only === part
const label = (q: number): string => `P${Number((q * 100).toPrecision(4))}`
const holds = (interval: { readonly low: number | null; readonly high: number | null }, truth: number): boolean =>
  (interval.low === null || interval.low <= truth) && (interval.high === null || truth <= interval.high)

function independent(): void {
  for (const count of [9000, 30000]) {
    for (const family of families) {
      const fill = family.make(fastRandom(count + family.name.length))
      const truths = QS.map((q) => smallestReaching(family.cumulative, 0, 1e9, q))
      const cell = new Float64Array(count)
      const hits = QS.map(() => ({ ordered: 0, dependent: 0, bootstrap: 0 }))
      for (let sim = 0; sim < sims; sim++) {
        fill(cell)
        const sorted = sortAscending(cell.slice())
        QS.forEach((q, k) => {
          const hit = hits[k]!
          if (holds(quantileInterval(sorted, q, { sorted: true }).interval!, truths[k]!)) hit.ordered++
          if (holds(quantileInterval(cell, q).interval!, truths[k]!)) hit.dependent++
          // the percentile interval holds the truth when the law's share below it is not extreme
          const below = quantileLaw(sorted, q).cumulative(truths[k]!)
          if (below >= ALPHA && below <= 1 - ALPHA) hit.bootstrap++
        })
      }
      QS.forEach((q, k) => {
        const name = `${family.name} n=${count} ${label(q)}`
        report('independent', name, 'order statistics', hits[k]!.ordered, sims, { low: 94, high: 97 })
        report('independent', name, 'widened for dependence', hits[k]!.dependent, sims)
        report('independent', name, 'exact bootstrap', hits[k]!.bootstrap, sims)
      })
    }
  }
}

function dependent(part: string, processes: readonly Process[]): void {
  const missed: number[] = []
  for (const process of processes) {
    const fill = process.make(fastRandom(process.name.length * 7919 + part.length))
    // the truth from paths 160 times as long as a cell
    const pooled = new Float64Array(160 * 30000)
    fill(pooled)
    pooled.sort()
    const truths = QS.map((q) => quantileOfSorted(pooled, q))
    const cell = new Float64Array(30000)
    const hits = QS.map(() => ({ iid: 0, widened: 0, flagged: 0 }))
    for (let sim = 0; sim < sims; sim++) {
      fill(cell)
      const sorted = sortAscending(cell.slice())
      QS.forEach((q, k) => {
        const hit = hits[k]!
        const { interval, flags } = quantileInterval(cell, q)
        if (holds(interval!, truths[k]!)) hit.widened++
        if (flags.includes('unresolved-tail') || flags.includes('autocorrelation-too-long')) hit.flagged++
        if (holds(quantileInterval(sorted, q, { sorted: true }).interval!, truths[k]!)) hit.iid++
      })
    }
    QS.forEach((q, k) => {
      const name = `${process.name} ${label(q)}`
      const { iid, widened, flagged } = hits[k]!
      report(part, name, 'as if independent', iid, sims)
      report(part, name, 'widened for dependence', widened, sims, process.name === 'queue 0.5' ? { low: 93 } : null)
      const poor = widened / sims < 0.85
      report(part, name, poor ? 'flagged (must be)' : widened / sims >= 0.93 ? 'flagged (need not be)' : 'flagged', flagged, sims, poor ? { low: 90 } : null)
      if (widened / sims >= 0.93) missed.push(flagged / sims)
    })
  }
  if (missed.length > 0) console.log(`${part.padEnd(12)} false flags on cells that cover >= 93 %: ${((100 * missed.reduce((sum, share) => sum + share, 0)) / missed.length).toFixed(1)} % on average over ${missed.length} cells`)
}

function repetitions(): void {
  const uniform = fastRandom(4711)
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const total = Math.max(20000, sims)
  for (const count of [3, 5, 6, 8, 10, 20]) {
    let t = 0
    let free = 0
    let within = 0
    let level = 0
    for (let sim = 0; sim < total; sim++) {
      // 19 us between repetitions and 3 us of error inside the cells of each
      const deltas = Float64Array.from({ length: count }, () => 19 * normal() + 3 * normal())
      const across = acrossRepetitions(deltas)
      if (holds(across.t!, 0)) t++
      if (holds(across.distributionFree!, 0)) free++
      level = across.distributionFree!.level
      if (sim < 2000) {
        const drawn = Float64Array.from({ length: 400 }, () => quantileOfSorted(deltas.map((delta) => delta + 3 * normal()).sort(), 0.5)).sort()
        if (holds({ low: quantileOfSorted(drawn, ALPHA), high: quantileOfSorted(drawn, 1 - ALPHA) }, 0)) within++
      }
    }
    const name = `R=${count}`
    report('repetitions', name, 'student t', t, total, { low: 94, high: 97 })
    report('repetitions', name, `distribution-free ${(level * 100).toFixed(2)}`, free, total, { low: level * 100 - 1.5, high: level * 100 + 1.5 })
    report('repetitions', name, 'within cells', within, 2000)
  }
}

function anytime(): void {
  const uniform = fastRandom(97)
  const total = Math.max(2000, sims)
  let stopped = 0
  let fixed = 0
  for (let sim = 0; sim < total; sim++) {
    const deltas = Float64Array.from({ length: 200 }, () => uniform() - 0.5)
    if (confidenceSequence(deltas).excludedAt !== null) stopped++
    for (let look = 6; look <= 200; look++) {
      const { distributionFree } = acrossRepetitions(deltas.subarray(0, look))
      if (!holds(distributionFree!, 0)) {
        fixed++
        break
      }
    }
  }
  report('anytime', '200 looks', 'false stops', stopped, total, { high: 5 })
  report('anytime', '200 looks', 'false stops, fixed interval', fixed, total)
}

if (wanted('independent')) independent()
if (wanted('tuned')) dependent('tuned', tuned)
if (wanted('unseen')) dependent('unseen', unseen)
if (wanted('repetitions')) repetitions()
if (wanted('anytime')) anytime()
const host = { node: process.versions.node, platform: process.platform, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load1: loadavg()[0]! }
console.log(JSON.stringify({ name: 'estimators-coverage', sims, shares, host, skipped: [] }))
if (shares.some(({ verdict }) => verdict === 'outside')) process.exitCode = 1
