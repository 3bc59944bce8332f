import { noPairs, notFinite, repeatedKey } from './errors.js'

/** Two readings under one key: a repetition of the harness, or a round of gwbench. */
export interface Pair {
  readonly key: string
  readonly baseline: number
  readonly treatment: number
}

/**
 * `treatment - baseline` of each pair, in the order of the pairs.
 *
 * @throws {EstimatorInputError} on no pairs, a repeated key, or a difference that is not finite
 */
export function pairDeltas(pairs: readonly Pair[]): number[] {
  if (pairs.length === 0) throw noPairs()

  const seen = new Set<string>()
  return pairs.map(({ key, baseline, treatment }) => {
    if (seen.has(key)) throw repeatedKey(key)
    seen.add(key)
    const delta = treatment - baseline
    if (!Number.isFinite(delta)) throw notFinite(key, baseline, treatment)
    return delta
  })
}
