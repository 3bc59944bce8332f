import { checkBootstrapOptions } from './bootstrap-options.js'
import { badOption } from './errors.js'
import type { Interval } from './interval.js'
import { percentileInterval } from './percentile-interval.js'
import { sortedSample, type Sample, type SampleOptions } from './sample.js'
import { checkSeed } from './seed-key.js'

export interface Bootstrap {
  readonly estimate: number
  readonly interval: Interval
}

export interface GenericBootstrapOptions extends SampleOptions {
  readonly seed: string
  readonly level?: number
  /** 2000 by default. */
  readonly resamples?: number
}

/**
 * Percentile bootstrap of any statistic of independent samples, by drawing their values again: the slow road, for what has
 * no law of its own here.
 *
 * @param statistic gets each sample in ascending order and must not keep or change the arrays
 * @throws {EstimatorInputError} on bad values or options, or a statistic that is not finite
 * @example bootstrap([[1, 2, 4]], ([x]) => x[2] - x[0], { seed: 'range' }).estimate // 3
 */
export function bootstrap(samples: readonly Sample[], statistic: (samples: readonly Float64Array[]) => number, options: GenericBootstrapOptions): Bootstrap {
  checkSeed(options, 'resamples are drawn')
  const checked = checkBootstrapOptions({ ...options, method: 'seeded' })
  if (samples.length === 0) throw badOption('samples', 'empty', 'at least one sample')
  const sorted = samples.map((sample, i) => sortedSample(sample, `samples[${i}]`, options))
  const finite = (value: number): number => {
    if (!Number.isFinite(value)) throw badOption('statistic', value, 'finite on every resample')
    return value
  }
  const estimate = finite(statistic(sorted.map((sample) => sample.slice())))
  const sampler = (): ((uniform: () => number) => number) => {
    const scratch = sorted.map((sample) => new Float64Array(sample.length))
    const times = sorted.map((sample) => new Uint32Array(sample.length))
    return (uniform) => {
      sorted.forEach((sample, s) => {
        // counting how often each value is drawn leaves the resample in order without sorting it
        const drawn = times[s]!.fill(0)
        for (let i = 0; i < sample.length; i++) drawn[Math.floor(uniform() * sample.length)]!++
        const into = scratch[s]!
        for (let i = 0, to = 0; i < sample.length; i++) for (let k = drawn[i]!; k > 0; k--) into[to++] = sample[i]!
      })
      return finite(statistic(scratch))
    }
  }
  const interval = percentileInterval({ name: 'bootstrap', q: 0, centre: estimate, exact: null, sampler }, checked)
  return Object.freeze({ estimate, interval })
}
