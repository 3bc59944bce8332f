import { betaSampler } from './beta-sampler.js'
import { checkQuantiles } from './check-quantile.js'
import { badResamples } from './errors.js'
import { exactShare } from './exact-share.js'
import { interpolate } from './interpolate.js'
import { quantileSampler } from './quantile-sampler.js'
import { rng } from './rng.js'
import { sortedSample, type Sample, type SampleOptions } from './sample.js'
import { checkSeed, seedKey } from './seed-key.js'

export interface BootstrapQuantilesOptions extends SampleOptions {
  readonly seed: string
  /** 2000 by default. */
  readonly resamples?: number
  /**
   * `true` (default) takes all quantiles from the same resample, as a statistic of several of them needs; `false` draws each on
   * its own stream, which is faster and leaves the others untouched when one is added.
   */
  readonly joint?: boolean
}

/** Order statistics of one resample at a time: uniform spacings are beta, and index = floor(n u). */
function jointSampler(sorted: Float64Array, qs: readonly number[]): (uniform: () => number, into: (k: number, value: number) => void) => void {
  const count = sorted.length
  const positions = qs.map((q) => exactShare(count - 1, q))
  const ranks = [...new Set(positions.flatMap(({ whole, fraction }) => (fraction > 0 ? [whole + 1, whole + 2] : [whole + 1])))].sort((a, b) => a - b)
  const samplers = ranks.map((rank, i) => betaSampler(rank - (ranks[i - 1] ?? 0), count + 1 - rank))
  const plan = positions.map(({ whole, fraction }) => ({ low: ranks.indexOf(whole + 1), high: ranks.indexOf(whole + 2), fraction }))
  const indices = new Int32Array(ranks.length)
  return (uniform, into) => {
    let u = 0
    for (let i = 0; i < samplers.length; i++) {
      u += (1 - u) * samplers[i]!(uniform)
      indices[i] = Math.min(count - 1, Math.floor(u * count))
    }
    plan.forEach(({ low, high, fraction }, k) => {
      const below = sorted[indices[low]!]!
      into(k, fraction === 0 ? below : interpolate(below, sorted[indices[high]!]!, fraction))
    })
  }
}

/**
 * Quantiles of resamples, drawn from the law of their ranks without resampling anything: one array per
 * quantile, in draw order.
 *
 * @param qs each in [0, 1], never percent
 * @throws {EstimatorInputError} on bad values, quantiles, resamples, or without a seed
 * @example bootstrapQuantiles([1, 2, 3], [0.5], { seed: 'demo', resamples: 400 })[0].length // 400
 */
export function bootstrapQuantiles(values: Sample, qs: readonly number[], options: BootstrapQuantilesOptions): readonly Float64Array[] {
  checkQuantiles(qs, 'qs', 1)
  checkSeed(options, 'resamples are drawn')
  const resamples = options.resamples ?? 2000
  if (!(Number.isSafeInteger(resamples) && resamples >= 1)) throw badResamples(resamples, 1)
  const sorted = sortedSample(values, 'values', options)
  const draws = qs.map(() => new Float64Array(resamples))
  if (options.joint ?? true) {
    const { uniform } = rng(seedKey(options.seed, 'joint-quantiles'))
    const draw = jointSampler(sorted, qs)
    for (let i = 0; i < resamples; i++) draw(uniform, (k, value) => (draws[k]![i] = value))
  } else {
    qs.forEach((q, k) => {
      const { uniform } = rng(seedKey(options.seed, 'quantile', q))
      const draw = quantileSampler(sorted, q)
      for (let i = 0; i < resamples; i++) draws[k]![i] = draw(uniform)
    })
  }
  return Object.freeze(draws)
}
