import { badOption, badQuantile } from './errors.js'

/** @throws {EstimatorInputError} on a quantile that is not a number in [0, 1] */
export function checkQuantile(q: number, argument = 'q'): void {
  const given: unknown = q
  if (!(typeof given === 'number' && given >= 0 && given <= 1)) throw badQuantile(given, argument)
}

/** @throws {EstimatorInputError} on a quantile that is not a number between 0 and 1, both excluded */
export function checkInnerQuantile(q: number): void {
  checkQuantile(q)
  if (q === 0 || q === 1) throw badQuantile(q, 'q', 'strictly between 0 and 1 here')
}

/** @throws {EstimatorInputError} on what is no array of quantiles, or of fewer than `least` */
export function checkQuantiles(qs: readonly number[], argument = 'qs', least = 0): void {
  if (!Array.isArray(qs)) throw badOption('qs', qs, 'an array of quantiles')
  if (qs.length < least) throw badOption('qs', 'empty', 'at least one quantile')
  for (const q of qs) checkQuantile(q as number, argument)
}
