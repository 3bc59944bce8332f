import { fewestResamples, type CheckedBootstrapOptions } from './bootstrap-options.js'
import { badResamples, seedRequired } from './errors.js'
import type { Interval } from './interval.js'
import { quantileOfSorted } from './quantile.js'
import { rng } from './rng.js'
import { seedKey } from './seed-key.js'

export interface ResampledStatistic {
  /** What is estimated, as part of the seed: adding one estimate must not move another. */
  readonly name: string
  readonly q: number
  readonly centre: number
  /** Quantile function of the exact bootstrap law; `null` where none is known. */
  readonly exact: (() => (p: number) => number) | null
  /** One value of the statistic on a fresh resample of every cell. */
  readonly sampler: () => (uniform: () => number) => number
}

/** Percentile interval (Efron 1979) of a statistic over resampled cells, computed where possible, else drawn. */
export function percentileInterval(statistic: ResampledStatistic, options: CheckedBootstrapOptions): Interval {
  const alpha = (1 - options.level) / 2
  const common = { level: options.level, resampled: 'withinCells', centre: statistic.centre } as const
  if (options.exact && statistic.exact) {
    const at = statistic.exact()
    return Object.freeze({ low: at(alpha), high: at(1 - alpha), method: 'percentile-bootstrap-exact', ...common })
  }
  if (options.seed === null) throw seedRequired(undefined, 'a median over an even number of cells has no exact law here, so resamples are drawn')
  const least = fewestResamples(options.level)
  if (options.resamples < least) throw badResamples(options.resamples, least)
  const { uniform } = rng(seedKey(options.seed, statistic.name, statistic.q))
  const draw = statistic.sampler()
  const values = new Float64Array(options.resamples)
  for (let i = 0; i < values.length; i++) values[i] = draw(uniform)
  values.sort()
  return Object.freeze({
    low: quantileOfSorted(values, alpha),
    high: quantileOfSorted(values, 1 - alpha),
    method: 'percentile-bootstrap-seeded',
    ...common,
  })
}
