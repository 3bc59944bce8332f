import { tooFarApart } from './errors.js'
import { pairDeltas, type Pair } from './pair-deltas.js'
import { quantileOfSorted } from './quantile.js'

export interface PairedMedian {
  /** Median of `treatment - baseline`, in the unit of the readings. */
  readonly delta: number
  /** Largest difference minus smallest; `null` for one pair, whose spread nobody measured. */
  readonly spread: number | null
  /** The seeds' parity rule, for 5 repetitions: the spread is smaller than the delta. */
  readonly spreadBelowDelta: boolean
}

/**
 * Median of the pair-by-pair differences, `treatment - baseline`.
 *
 * Not the difference of the two medians: subtracting inside each pair first cancels the drift
 * that both of its readings share.
 *
 * @throws {EstimatorInputError} on no pairs, a repeated key, or a difference that is not finite
 * @example pairedMedian([{ key: 'r1', baseline: 700, treatment: 1190 }]).delta // 490
 */
export function pairedMedian(pairs: readonly Pair[]): PairedMedian {
  const deltas = pairDeltas(pairs).sort((a, b) => a - b)
  const delta = quantileOfSorted(deltas, 0.5)
  const spread = deltas.length > 1 ? deltas.at(-1)! - deltas[0]! : null
  if (spread === Infinity) throw tooFarApart('the differences of the pairs')
  return Object.freeze({ delta, spread, spreadBelowDelta: spread !== null && spread < Math.abs(delta) })
}
