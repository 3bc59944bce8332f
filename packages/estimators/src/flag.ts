import type { Interval } from './interval.js'

/**
 * Remarks that ride in a result. None of them changes a number; each names a reason to read it with care.
 *
 * - `unresolved-tail` too few values, or too few effective ones beyond the quantile (under 5), to bound it
 * - `low-tail-count` fewer than 10 effective values beyond the quantile
 * - `autocorrelated` values next to each other resemble each other; the interval was widened for it
 * - `autocorrelation-too-long` the dependence outlasts what one cell can show, at this quantile or at the median; only repetitions are valid
 * - `degenerate` all values are equal: the width is zero because the clock or the model could not differ
 * - `one-value` a single value: no interval
 * - `ties` more than 5 % of the values equal the estimate: the timer's step shows
 * - `one-repetition` nothing was repeated: no interval across repetitions
 * - `too-few-repetitions` no distribution-free interval reaches the level; the widest one is given with its true level
 */
export type Flag =
  | 'unresolved-tail'
  | 'low-tail-count'
  | 'autocorrelated'
  | 'autocorrelation-too-long'
  | 'degenerate'
  | 'one-value'
  | 'ties'
  | 'one-repetition'
  | 'too-few-repetitions'

/** The remarks once each, in alphabetical order: results that say the same are equal, whatever was read first. */
export function flagList(flags: Iterable<Flag>): readonly Flag[] {
  return Object.freeze([...new Set(flags)].sort())
}

/** The remark on an interval across repetitions that too few of them leave without an end. */
export function openFlags({ low, high }: Interval): readonly Flag[] {
  return flagList(low === null || high === null ? ['too-few-repetitions'] : [])
}
