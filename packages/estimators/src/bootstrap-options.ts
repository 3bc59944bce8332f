import { checkLevel } from './check-level.js'
import { checkOptions } from './check-options.js'
import { badOption, badResamples, seedRequired } from './errors.js'
import type { SampleOptions } from './sample.js'

export interface BootstrapOptions extends SampleOptions {
  /** Confidence level in (0, 1); 0.95 by default. */
  readonly level?: number
  /**
   * `'exact'` (default) computes the bootstrap law itself and draws nothing, where the number of cells in each median is
   * odd; even numbers fall back to `'seeded'`, and the interval's `method` says so.
   */
  readonly method?: 'exact' | 'seeded'
  /** Names the estimate, see `seedKey`. Needed whenever something is drawn: for `'seeded'`, and for even counts. */
  readonly seed?: string
  /** Resamples drawn when seeded; 2000 by default, which is enough up to a level of 0.995. */
  readonly resamples?: number
  /** Throw where the values are too few for the quantile, instead of flagging it. */
  readonly strict?: boolean
}

export interface CheckedBootstrapOptions {
  readonly level: number
  readonly exact: boolean
  readonly seed: string | null
  readonly resamples: number
}

/** The fewest resamples whose percentiles are not the extremes themselves. */
export function fewestResamples(level: number): number {
  return Math.max(200, Math.ceil(10 / (1 - level)))
}

/** @throws {EstimatorInputError} on a bad level, method, seed or number of resamples */
export function checkBootstrapOptions(options: BootstrapOptions): CheckedBootstrapOptions {
  checkOptions(options, ['level', 'method', 'seed', 'resamples', 'strict', 'sorted', 'kind', 'dependence', 'simultaneous'])
  const level = options.level ?? 0.95
  checkLevel(level)
  const method: unknown = options.method ?? 'exact'
  if (method !== 'exact' && method !== 'seeded') throw badOption('method', method, "'exact' or 'seeded'")
  const resamples = options.resamples ?? 2000
  if (!(Number.isSafeInteger(resamples) && resamples >= 200)) throw badResamples(resamples, fewestResamples(level))
  const seed: unknown = options.seed ?? null
  if (seed !== null && (typeof seed !== 'string' || seed === '')) throw seedRequired(seed, 'a seed was given')
  if (method === 'seeded' && seed === null) throw seedRequired(options.seed, "method: 'seeded' draws resamples")
  return { level, exact: method === 'exact', seed, resamples }
}
