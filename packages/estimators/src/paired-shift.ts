import { acrossRepetitions, type AcrossRepetitions } from './across-repetitions.js'
import { checkBootstrapOptions, type BootstrapOptions } from './bootstrap-options.js'
import { checkQuantile } from './check-quantile.js'
import { noPairs, repeatedKey, unpaired } from './errors.js'
import { exactPairs } from './exact-quantile.js'
import { flagList, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { medianOf } from './median-of.js'
import { percentileInterval } from './percentile-interval.js'
import { quantileOfSorted } from './quantile.js'
import { quantileSampler } from './quantile-sampler.js'
import { sortedSample, type Sample } from './sample.js'
import { openEnds, sampleFlags } from './tail-flags.js'

/** Both cells of one repetition. */
export interface CellPair {
  readonly key: string
  readonly baseline: Sample
  readonly treatment: Sample
}

export interface PairShift {
  readonly key: string
  /** Quantile of the baseline cell. */
  readonly baseline: number
  readonly treatment: number
  readonly delta: number
}

export interface PairedShift {
  /** Median over the pairs of Q(treatment) - Q(baseline), in the unit of the values. */
  readonly shift: number
  readonly q: number
  readonly perPair: readonly PairShift[]
  /** Largest delta minus smallest; `null` for one pair. */
  readonly spread: number | null
  /** The seeds' parity rule: the spread is smaller than the shift. */
  readonly spreadBelowShift: boolean
  /**
   * The requests of every cell drawn again, the repetitions held fixed: how well these very cells are known. Too
   * narrow as a statement about the next run. `null` where a cell cannot resolve the quantile.
   */
  readonly withinCells: Interval | null
  /** The repetitions as the observations: what to quote. */
  readonly acrossRepetitions: AcrossRepetitions
  readonly flags: readonly Flag[]
}

/**
 * How much later the quantile `q` comes in the treatment, repetition by repetition: the median of the
 * matched differences, with one interval for each of the two questions it can answer.
 *
 * @param q in [0, 1], never percent
 * @throws {EstimatorInputError} on no pairs, a repeated key, bad values or options, and without a `seed` when resamples
 *   have to be drawn
 * @example pairedShift([{ key: 'r1', baseline: [10, 20, 30], treatment: [15, 25, 35] }], 0.5).shift // 5
 */
export function pairedShift(pairs: readonly CellPair[], q: number, options: BootstrapOptions = {}): PairedShift {
  checkQuantile(q)
  if (pairs.length === 0) throw noPairs()
  const checked = checkBootstrapOptions(options)

  const seen = new Set<string>()
  const flags = new Set<Flag>()
  let resolved = true
  const cells = pairs.map((pair) => {
    if (seen.has(pair.key)) throw repeatedKey(pair.key)
    seen.add(pair.key)
    const side = (name: 'baseline' | 'treatment'): { sorted: Float64Array; estimate: number } => {
      const argument = `${name} of pair "${pair.key}"`
      if ((pair[name] as Sample | undefined | null) == null) throw unpaired(`Pair "${pair.key}" has no ${name}. Join the sides with pairByKey, which names what has no partner.`)
      const sorted = sortedSample(pair[name], argument, options)
      const open = openEnds(argument, sorted.length, q, checked.level, options.strict)
      if (open.low || open.high) resolved = false
      const estimate = quantileOfSorted(sorted, q)
      for (const flag of sampleFlags(sorted, estimate)) flags.add(flag)
      return { sorted, estimate }
    }
    return { key: pair.key, baseline: side('baseline'), treatment: side('treatment') }
  })
  if (!resolved) flags.add('unresolved-tail')

  const perPair = cells.map(({ key, baseline, treatment }) =>
    Object.freeze({ key, baseline: baseline.estimate, treatment: treatment.estimate, delta: treatment.estimate - baseline.estimate }),
  )
  const repetitions = acrossRepetitions(perPair.map(({ delta }) => delta), checked.level)
  for (const flag of repetitions.flags) flags.add(flag)
  const shift = repetitions.median
  const deltas = perPair.map(({ delta }) => delta)
  const spread = deltas.length > 1 ? Math.max(...deltas) - Math.min(...deltas) : null

  // drawn in the order of the keys, so that the order of the rows on disk changes nothing
  const ordered = [...cells].sort((a, b) => (a.key < b.key ? -1 : 1))
  const withinCells = resolved
    ? percentileInterval(
        {
          name: 'paired-shift',
          q,
          centre: shift,
          exact: exactPairs(ordered.map(({ baseline, treatment }) => ({ baseline: baseline.sorted, treatment: treatment.sorted })), q),
          sampler: () => {
            const samplers = ordered.map(({ baseline, treatment }) => [quantileSampler(treatment.sorted, q), quantileSampler(baseline.sorted, q)] as const)
            const scratch = new Float64Array(samplers.length)
            return (uniform) => {
              samplers.forEach(([treatment, baseline], i) => {
                scratch[i] = treatment(uniform) - baseline(uniform)
              })
              return medianOf(scratch)
            }
          },
        },
        checked,
      )
    : null
  return Object.freeze({
    shift,
    q,
    perPair: Object.freeze(perPair),
    spread,
    spreadBelowShift: spread !== null && spread < Math.abs(shift),
    withinCells,
    acrossRepetitions: repetitions,
    flags: flagList(flags),
  })
}
