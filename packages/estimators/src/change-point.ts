import { badOption, tooFew } from './errors.js'
import { holm } from './holm.js'
import { quantile } from './quantile.js'
import { rng } from './rng.js'
import { sortedSample, type Sample } from './sample.js'
import { checkSeed, seedKey } from './seed-key.js'

export interface ChangePoint {
  /** Index of the first value after the change: the likeliest place, whether or not there is a change. */
  readonly index: number
  /** Median after minus median before. */
  readonly size: number
  readonly before: number
  readonly after: number
  /** How often a shuffled series would show as sharp a step, (b + 1) / (B + 1). */
  readonly pValue: number
}

export interface ChangePointOptions {
  /** Names the series, see `seedKey`. */
  readonly seed: string
  /** Shuffles; 1999 by default. */
  readonly permutations?: number
}

/** Fewest values on each side of a change. */
const SIDE = 2

/** Largest standardised rank difference between the values before and after a place. */
function sharpest(ranks: readonly number[]): { readonly index: number; readonly step: number } {
  const count = ranks.length
  const middle = (count + 1) / 2
  let sum = 0
  let index = SIDE
  let step = -1
  for (let k = 1; k <= count - SIDE; k++) {
    sum += ranks[k - 1]! - middle
    if (k < SIDE) continue
    const squared = (sum * sum * count) / (k * (count - k))
    if (squared > step) {
      step = squared
      index = k
    }
  }
  return { index, step }
}

/** Ranks from 1; equal values share their mean rank. */
function ranksOf(values: Sample): number[] {
  const sorted = sortedSample(values, 'series')
  return Array.from(values, (value) => {
    let low = 0
    while (sorted[low]! < value) low++
    let high = low
    while (high < sorted.length && sorted[high] === value) high++
    return (low + 1 + high) / 2
  })
}

/**
 * The place where a short series steps, how far, and how surprising that is: the largest rank difference
 * between a beginning and the rest (Pettitt 1979, standardised), judged by shuffling.
 *
 * One change at most; a drift also counts as one. At least 2 values stay on each side.
 *
 * @throws {EstimatorInputError} on fewer than 4 values, one that is not finite, no seed or too few permutations
 * @example changePoint([10, 12, 11, 10, 30, 31, 33, 30], { seed: 'nightly P50' }).index // 4
 */
export function changePoint(series: Sample, options: ChangePointOptions): ChangePoint {
  checkSeed(options, 'a permutation test shuffles')
  const permutations = options.permutations ?? 1999
  if (!(Number.isSafeInteger(permutations) && permutations >= 99)) throw badOption('permutations', permutations, 'a whole number of at least 99')
  if (series.length < 2 * SIDE) throw tooFew('series', series.length, 2 * SIDE, 'values')
  const ranks = ranksOf(series)
  const { index, step } = sharpest(ranks)
  const values = Array.from(series)
  const before = quantile(values.slice(0, index), 0.5)
  const after = quantile(values.slice(index), 0.5)

  const { shuffle } = rng(seedKey(options.seed, 'change-point'))
  let asSharp = 0
  for (let i = 0; i < permutations; i++) if (sharpest(shuffle(ranks)).step >= step - 1e-9) asSharp++
  return Object.freeze({ index, size: after - before, before, after, pValue: (asSharp + 1) / (permutations + 1) })
}

export interface NamedChangePoint extends ChangePoint {
  readonly key: string
  /** p-value after Holm's correction for looking at all the series. */
  readonly adjustedPValue: number
}

/**
 * `changePoint` for several series, with p-values corrected for looking at all of them (Holm).
 *
 * @throws {EstimatorInputError} as `changePoint` does
 * @example changePoints({ p50: [10, 12, 11, 10, 30, 31, 33, 30] }, { seed: 'nightly' })[0].size // 20
 */
export function changePoints(series: Readonly<Record<string, Sample>>, options: ChangePointOptions): readonly NamedChangePoint[] {
  checkSeed(options, 'a permutation test shuffles')
  const found = Object.entries(series).map(([key, values]) => ({ key, ...changePoint(values, { ...options, seed: seedKey(options.seed, key) }) }))
  const adjusted = holm(found.map(({ pValue }) => pValue))
  return Object.freeze(found.map((point, i) => Object.freeze({ ...point, adjustedPValue: adjusted[i]! })))
}
