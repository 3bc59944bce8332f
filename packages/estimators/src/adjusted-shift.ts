import { acrossRepetitions, type AcrossRepetitions } from './across-repetitions.js'
import { badOption, noPairs, repeatedKey, tooFew } from './errors.js'
import { pairDelta } from './pair-deltas.js'

/** A repetition's difference beside what its canary, which nothing should have changed, drifted meanwhile. */
export interface CanaryPair {
  readonly key: string
  readonly delta: number
  /** Canary next to the treatment minus canary next to the baseline; expected to be zero. */
  readonly canaryDelta: number
}

export interface AdjustedShift {
  /** Median of `delta - coefficient * canaryDelta`. */
  readonly shift: number
  readonly perPair: readonly { readonly key: string; readonly delta: number; readonly adjusted: number }[]
  readonly acrossRepetitions: AcrossRepetitions
  /** The same without the canary: always shown beside. */
  readonly unadjusted: AcrossRepetitions
  /** Variance of the adjusted differences over that of the plain ones; `null` where the plain ones do not vary. */
  readonly varianceRatio: number | null
}

function checkPairs(pairs: readonly CanaryPair[]): void {
  if (pairs.length === 0) throw noPairs()
  const seen = new Set<string>()
  for (const { key, delta, canaryDelta } of pairs) {
    if (seen.has(key)) throw repeatedKey(key)
    seen.add(key)
    pairDelta(key, canaryDelta, delta, ['canaryDelta', 'delta'])
  }
}

/**
 * The shift with the machine's drift taken out, as far as a canary saw it (a control variate).
 *
 * The coefficient must have been fixed before these data were measured (`canaryCoefficient` on earlier
 * runs): fitted to the same repetitions it would flatter the interval.
 *
 * @throws {EstimatorInputError} on no pairs, a repeated key, or a number that is not finite
 * @example adjustedShift([{ key: 'r1', delta: 520, canaryDelta: 10 }], 2).shift // 500
 */
export function adjustedShift(pairs: readonly CanaryPair[], coefficient: number, level = 0.95): AdjustedShift {
  if (!Number.isFinite(coefficient)) throw badOption('coefficient', coefficient, 'a finite number')
  checkPairs(pairs)
  const perPair = pairs.map(({ key, delta, canaryDelta }) => Object.freeze({ key, delta, adjusted: delta - coefficient * canaryDelta }))
  const adjusted = acrossRepetitions(perPair.map((pair) => pair.adjusted), level)
  const unadjusted = acrossRepetitions(perPair.map((pair) => pair.delta), level)
  const plain = unadjusted.standardDeviation ?? 0
  const ratio = plain > 0 ? adjusted.standardDeviation! / plain : null
  return Object.freeze({
    shift: adjusted.median,
    perPair: Object.freeze(perPair),
    acrossRepetitions: adjusted,
    unadjusted,
    varianceRatio: ratio === null ? null : ratio * ratio,
  })
}

/**
 * The coefficient that would have taken the most variance out of earlier repetitions: the least-squares slope
 * of the differences on the canary's.
 *
 * @throws {EstimatorInputError} on fewer than 3 pairs, a number that is not finite, or a canary that never moved
 * @example canaryCoefficient([1, 2, 3].map((canaryDelta) => ({ key: `r${canaryDelta}`, delta: 7 + 2 * canaryDelta, canaryDelta }))) // 2
 */
export function canaryCoefficient(history: readonly CanaryPair[]): number {
  checkPairs(history)
  if (history.length < 3) throw tooFew('history', history.length, 3, 'pairs')
  const meanDelta = history.reduce((sum, { delta }) => sum + delta, 0) / history.length
  const meanCanary = history.reduce((sum, { canaryDelta }) => sum + canaryDelta, 0) / history.length
  let together = 0
  let alone = 0
  for (const { delta, canaryDelta } of history) {
    together += (delta - meanDelta) * (canaryDelta - meanCanary)
    alone += (canaryDelta - meanCanary) * (canaryDelta - meanCanary)
  }
  if (!(alone > 0)) throw badOption('history', 'a canary that never moved', 'taken from repetitions whose canary differed')
  return together / alone
}
