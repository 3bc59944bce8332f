import { badOption, tooFew } from './errors.js'

/**
 * p-values adjusted for being looked at together: each is the level at which Holm's step-down procedure
 * (1979) would still reject it. In the order given.
 *
 * @throws {EstimatorInputError} on none, or one outside [0, 1]
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): readonly number[] {
  if (pValues.length === 0) throw tooFew('pValues', 0, 1, 'p-values')
  for (const p of pValues) if (!(p >= 0 && p <= 1)) throw badOption('pValues', p, 'made of numbers in [0, 1]')
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a]! - pValues[b]!)
  const adjusted = new Array<number>(pValues.length)
  let least = 0
  order.forEach((index, place) => {
    least = Math.max(least, Math.min(1, (pValues.length - place) * pValues[index]!))
    adjusted[index] = least
  })
  return Object.freeze(adjusted)
}
