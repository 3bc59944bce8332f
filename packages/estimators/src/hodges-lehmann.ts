import { checkLevel } from './check-level.js'
import { checkOptions } from './check-options.js'
import { normalQuantile } from './elementary/normal-quantile.js'
import { openFlags, type Flag } from './flag.js'
import type { Interval } from './interval.js'
import { quantileOfSorted } from './quantile.js'
import { rankSumLaw } from './rank-sum-law.js'
import { sortedSample, type Sample } from './sample.js'
import { signedRankLaw } from './signed-rank-law.js'

export interface HodgesLehmann {
  /** Median of all averages of two differences (or of all differences between two samples). */
  readonly estimate: number
  /** From the signed-rank (or rank-sum) law; both ends `null` where there are too few values for the level. */
  readonly interval: Interval
  /** `too-few-repetitions` where the interval has no ends. */
  readonly flags: readonly Flag[]
}

/** Values beyond which the rank laws are taken as normal. */
const EXACT = 100

/**
 * The k of the k-th smallest and largest that end the interval, and the level they attain; 0 for none. `law`
 * is the cumulative null law, or `null` for its normal form with this centre and deviation.
 */
function endRank(law: Float64Array | null, centre: number, deviation: number, level: number): { readonly rank: number; readonly level: number } {
  const alpha = (1 - level) / 2
  if (law === null) return { rank: Math.max(0, Math.floor(centre + normalQuantile(alpha) * deviation)), level }
  let rank = 0
  while (law[rank]! <= alpha + 1e-14) rank++
  return { rank, level: rank === 0 ? 1 : 1 - 2 * law[rank - 1]! }
}

function between(sorted: Float64Array, ends: { readonly rank: number; readonly level: number }, method: 'signed-rank' | 'rank-sum'): HodgesLehmann {
  const estimate = quantileOfSorted(sorted, 0.5)
  const none = ends.rank === 0
  const interval: Interval = Object.freeze({
    low: none ? null : sorted[ends.rank - 1]!,
    high: none ? null : sorted[sorted.length - ends.rank]!,
    level: ends.level,
    method,
    resampled: 'acrossRepetitions',
    centre: estimate,
  })
  return Object.freeze({ estimate, interval, flags: openFlags(interval) })
}

/**
 * The Hodges-Lehmann estimate of a shift: a robust centre of the differences across repetitions that wastes
 * little where they are normal (Hodges & Lehmann 1963).
 *
 * With `other`, the shift from `other` to `values` from all differences between two unpaired samples. Work
 * grows with the square of the count.
 *
 * @throws {EstimatorInputError} on no values, one that is not finite, or a level outside (0, 1)
 * @example hodgesLehmann([502, 497, 495, 512, 481, 506, 493, 499.5]).estimate // 498.375
 */
export function hodgesLehmann(values: Sample, options: { readonly level?: number; readonly other?: Sample } = {}): HodgesLehmann {
  checkOptions(options, ['level', 'other'])
  const level = options.level ?? 0.95
  checkLevel(level)
  const sorted = sortedSample(values, 'values')
  const n = sorted.length
  if (options.other !== undefined) {
    const other = sortedSample(options.other, 'other')
    const m = other.length
    const differences = new Float64Array(n * m)
    for (let i = 0, k = 0; i < n; i++) for (let j = 0; j < m; j++) differences[k++] = sorted[i]! - other[j]!
    const law = n <= EXACT / 2 && m <= EXACT / 2 ? rankSumLaw(n, m) : null
    return between(differences.sort(), endRank(law, (n * m) / 2, Math.sqrt((n * m * (n + m + 1)) / 12), level), 'rank-sum')
  }
  const averages = new Float64Array((n * (n + 1)) / 2)
  for (let i = 0, k = 0; i < n; i++) for (let j = i; j < n; j++) averages[k++] = sorted[i]! + (sorted[j]! - sorted[i]!) / 2
  const law = n <= EXACT ? signedRankLaw(n) : null
  return between(averages.sort(), endRank(law, (n * (n + 1)) / 4, Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24), level), 'signed-rank')
}
