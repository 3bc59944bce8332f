import { noPairs } from './errors.js'

export interface KeyedPair<T> {
  readonly key: string
  readonly baseline: T
  readonly treatment: T
}

export interface PairedByKey<T> {
  readonly pairs: readonly KeyedPair<T>[]
  /** Keys that only one side has: left out, and named so that nobody has to guess. */
  readonly unpaired: { readonly baseline: readonly string[]; readonly treatment: readonly string[] }
  /** Keys left out of both sides because the caller said so. */
  readonly excluded: readonly string[]
}

/**
 * Joins two sides by key, never by position: a repetition that failed on one side must not shift all later pairs.
 *
 * A key in `exclude` leaves both sides. Pairs come in the order of the baseline.
 *
 * @throws {EstimatorInputError} when no key is on both sides
 * @example pairByKey({ r1: 100, r2: 110 }, { r1: 150, r3: 900 }).unpaired // { baseline: ['r2'], treatment: ['r3'] }
 */
export function pairByKey<T>(
  baseline: Readonly<Record<string, T>>,
  treatment: Readonly<Record<string, T>>,
  options: { readonly exclude?: readonly string[] } = {},
): PairedByKey<T> {
  const exclude = new Set(options.exclude ?? [])
  const pairs: KeyedPair<T>[] = []
  const alone = { baseline: [] as string[], treatment: [] as string[] }
  const excluded: string[] = []
  for (const [key, value] of Object.entries(baseline)) {
    if (exclude.has(key)) excluded.push(key)
    else if (Object.hasOwn(treatment, key)) pairs.push(Object.freeze({ key, baseline: value, treatment: treatment[key]! }))
    else alone.baseline.push(key)
  }
  for (const key of Object.keys(treatment)) {
    if (Object.hasOwn(baseline, key)) continue
    if (exclude.has(key)) excluded.push(key)
    else alone.treatment.push(key)
  }
  if (pairs.length === 0) throw noPairs()
  return Object.freeze({
    pairs: Object.freeze(pairs),
    unpaired: Object.freeze({ baseline: Object.freeze(alone.baseline), treatment: Object.freeze(alone.treatment) }),
    excluded: Object.freeze(excluded),
  })
}
