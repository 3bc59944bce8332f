import { noPairs, notFinite, pairNotANumber, repeatedKey } from './errors.js'

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
    return pairDelta(key, baseline, treatment)
  })
}

/** @throws {EstimatorInputError} on a side that is no number, or a difference that is not finite */
export function pairDelta(key: string, baseline: number, treatment: number, names = ['baseline', 'treatment']): number {
  for (const [i, value] of [baseline, treatment].entries()) {
    const given: unknown = value
    if (typeof given !== 'number' || given !== given) throw pairNotANumber(key, names[i]!, given)
  }
  const delta = treatment - baseline
  if (!Number.isFinite(delta)) throw notFinite(key, baseline, treatment)
  return delta
}
