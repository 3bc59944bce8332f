import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { acrossRepetitions, confidenceSequence, equivalence, orderStatisticRanks, quantileIntervals, quantileOfSorted, type Budget } from '../src/index.js'
import { proportionInterval } from '../src/proportion-interval.js'
import { quantileLaw } from '../src/quantile-law.js'
import { smallestReaching } from '../src/smallest-reaching.js'
import { sortAscending } from '../src/sort-ascending.js'
import { fastRandom, normals } from './fast-random.js'
import { families, tuned, type Process } from './processes.js'
import { tally } from './tally.js'
import { trueQuantiles } from './true-quantiles.js'
import { fresh, hopeless, unseen } from './unseen-processes.js'

/**
 * How often nominal 95 % intervals hold the truth, judged by the exact 95 % interval of that share over the
 * simulations. `--sims 3000` is the study, smaller numbers a smoke test; `--only` picks a part; `--results FILE` keeps
 * what is done, so that a study may be interrupted.
 */
const { values: options } = parseArgs({
  options: { sims: { type: 'string', default: '3000' }, only: { type: 'string' }, results: { type: 'string' }, json: { type: 'boolean' } },
})
const sims = Number(options.sims)
const count = tally(options.results)
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

function report(part: string, cell: string, what: string, hits: number, total: number, bar: Budget | null = null): void {
  const { low, high } = proportionInterval(hits, total, 0.95)
  const verdict = bar === null ? 'no bar' : equivalence({ low: low * 100, high: high * 100 }, bar)
  shares.push({ part, cell, what, percent: (100 * hits) / total, low: low * 100, high: high * 100, bar, verdict })
  console.log(`${part.padEnd(12)} ${cell.padEnd(28)} ${what.padEnd(30)} ${((100 * hits) / total).toFixed(1).padStart(6)} %  [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]  ${verdict}`)
}

const wanted = (part: string): boolean => options.only === undefined || options.only === part
const label = (q: number): string => `P${Number((q * 100).toPrecision(4))}`
const holds = (interval: { readonly low: number | null; readonly high: number | null }, truth: number): boolean =>
  (interval.low === null || interval.low <= truth) && (interval.high === null || truth <= interval.high)

function independent(): void {
  for (const size of [9000, 30000]) {
    for (const family of families) {
      const truths = QS.map((q) => smallestReaching(family.cumulative, 0, 1e9, q))
      const cell = new Float64Array(size)
      const hits = count(['independent', family.name, size], sims, (seed, some) => {
        const fill = family.make(fastRandom(seed))
        const found = new Array<number>(9).fill(0)
        for (let sim = 0; sim < some; sim++) {
          fill(cell)
          const sorted = sortAscending(cell.slice())
          const ordered = quantileIntervals(sorted, QS, { sorted: true })
          const widened = quantileIntervals(cell, QS)
          truths.forEach((truth, k) => {
            if (holds(ordered[k]!.interval!, truth)) found[3 * k]!++
            if (holds(widened[k]!.interval!, truth)) found[3 * k + 1]!++
            // the percentile interval holds the truth when the law's share below it is not extreme
            const below = quantileLaw(sorted, QS[k]!).cumulative(truth)
            if (below >= ALPHA && below <= 1 - ALPHA) found[3 * k + 2]!++
          })
        }
        return Object.fromEntries(QS.flatMap((q, k) => ['ordered', 'widened', 'bootstrap'].map((what, w) => [`${what} ${q}`, found[3 * k + w]!])))
      })
      for (const q of QS) {
        const name = `${family.name} n=${size} ${label(q)}`
        const exact = (orderStatisticRanks(size, q).level * 100).toFixed(2)
        report('independent', name, `order statistics (${exact})`, hits[`ordered ${q}`]!, sims, { low: 94, high: 97 })
        report('independent', name, 'widened for dependence', hits[`widened ${q}`]!, sims)
        report('independent', name, 'exact bootstrap', hits[`bootstrap ${q}`]!, sims)
      }
    }
  }
}

function dependent(part: string, processes: readonly Process[]): void {
  const needless: number[] = []
  for (const process of processes) {
    const known = count([part, process.name, 'truth'], 1, (seed) => Object.fromEntries(trueQuantiles(process, QS, seed).map((value, k) => [String(QS[k]), value])))
    const truths = QS.map((q) => known[String(q)]!)
    const cell = new Float64Array(30000)
    const hits = count([part, process.name], sims, (seed, some) => {
      const fill = process.make(fastRandom(seed))
      const found = new Array<number>(9).fill(0)
      for (let sim = 0; sim < some; sim++) {
        fill(cell)
        const plain = quantileIntervals(cell, QS, { dependence: 'iid' })
        quantileIntervals(cell, QS).forEach(({ interval, flags }, k) => {
          const at = truths[k]!
          if (holds(plain[k]!.interval!, at)) found[3 * k]!++
          if (holds(interval!, at)) found[3 * k + 1]!++
          if (flags.includes('unresolved-tail') || flags.includes('autocorrelation-too-long')) found[3 * k + 2]!++
        })
      }
      return Object.fromEntries(QS.flatMap((q, k) => ['iid', 'widened', 'flagged'].map((what, w) => [`${what} ${q}`, found[3 * k + w]!])))
    })
    for (const q of QS) {
      const name = `${process.name} ${label(q)}`
      const widened = hits[`widened ${q}`]!
      const flagged = hits[`flagged ${q}`]!
      report(part, name, 'as if independent', hits[`iid ${q}`]!, sims)
      report(part, name, 'widened for dependence', widened, sims, process.name === 'queue 0.5' ? { low: 93 } : null)
      const poor = widened / sims < 0.85
      report(part, name, poor ? 'flagged (must be)' : widened / sims >= 0.93 ? 'flagged (need not be)' : 'flagged', flagged, sims, poor ? { low: 90 } : null)
      if (widened / sims >= 0.93) needless.push(flagged / sims)
    }
  }
  if (needless.length > 0) console.log(`${part.padEnd(12)} false flags on cells that cover >= 93 %: ${((100 * needless.reduce((sum, share) => sum + share, 0)) / needless.length).toFixed(1)} % on average over ${needless.length} cells`)
}

function repetitions(): void {
  const total = Math.max(20000, sims)
  for (const repeated of [3, 5, 6, 8, 10, 20]) {
    // 19 us between repetitions and 3 us of error inside the cells of each
    const draw = (normal: () => number): Float64Array => Float64Array.from({ length: repeated }, () => 19 * normal() + 3 * normal())
    const across = count(['repetitions', repeated], total, (seed, some) => {
      const normal = normals(fastRandom(seed))
      const found = { t: 0, free: 0 }
      for (let sim = 0; sim < some; sim++) {
        const { t, distributionFree } = acrossRepetitions(draw(normal))
        if (holds(t!, 0)) found.t++
        if (holds(distributionFree!, 0)) found.free++
      }
      return found
    })
    const within = count(['repetitions', repeated, 'within'], sims, (seed, some) => {
      const normal = normals(fastRandom(seed))
      let found = 0
      for (let sim = 0; sim < some; sim++) {
        const deltas = draw(normal)
        const drawn = Float64Array.from({ length: 400 }, () => quantileOfSorted(deltas.map((delta) => delta + 3 * normal()).sort(), 0.5)).sort()
        if (holds({ low: quantileOfSorted(drawn, ALPHA), high: quantileOfSorted(drawn, 1 - ALPHA) }, 0)) found++
      }
      return { within: found }
    })
    const level = acrossRepetitions(Float64Array.from({ length: repeated }, (_, i) => i)).distributionFree!.level * 100
    const name = `R=${repeated}`
    report('repetitions', name, 'student t', across['t']!, total, { low: 94, high: 97 })
    report('repetitions', name, `distribution-free (${level.toFixed(2)})`, across['free']!, total, { low: level - 1, high: level + 1 })
    report('repetitions', name, 'within cells', within['within']!, sims)
  }
}

function anytime(): void {
  const total = Math.max(2000, sims)
  const found = count(['anytime', 200], total, (seed, some) => {
    const uniform = fastRandom(seed)
    const stops = { sequence: 0, fixed: 0 }
    for (let sim = 0; sim < some; sim++) {
      const deltas = Float64Array.from({ length: 200 }, () => uniform() - 0.5)
      if (confidenceSequence(deltas).excludedAt !== null) stops.sequence++
      for (let look = 6; look <= 200; look++) {
        if (holds(acrossRepetitions(deltas.subarray(0, look)).distributionFree!, 0)) continue
        stops.fixed++
        break
      }
    }
    return stops
  })
  report('anytime', '200 looks', 'false stops', found['sequence']!, total, { high: 5 })
  report('anytime', '200 looks', 'false stops, fixed interval', found['fixed']!, total)
}

if (wanted('independent')) independent()
if (wanted('tuned')) dependent('tuned', tuned)
if (wanted('unseen')) dependent('unseen', unseen)
if (wanted('hopeless')) dependent('hopeless', hopeless)
if (wanted('fresh')) dependent('fresh', fresh)
if (wanted('repetitions')) repetitions()
if (wanted('anytime')) anytime()
const host = { node: process.versions.node, platform: process.platform, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load1: loadavg()[0]! }
console.log(JSON.stringify({ name: 'estimators-coverage', sims, shares, host, skipped: [] }))
if (shares.some(({ verdict }) => verdict === 'outside')) process.exitCode = 1
