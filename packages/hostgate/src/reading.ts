/**
 * What a sensor of the host said.
 *
 * - `value` a number or word, with its unit and where it comes from; `note` says what to keep in mind with it
 * - `unsupported` this host has no such thing, as a server has no battery: passes, with the note
 * - `unknown` the thing exists but could not be read: an evidence run fails closed, a quick run warns
 */
export type Reading<T> =
  | { readonly state: 'value'; readonly value: T; readonly unit: string; readonly source: string; readonly note?: string }
  | { readonly state: 'unsupported'; readonly note: string }
  | { readonly state: 'unknown'; readonly reason: string }

export function measured<T>(value: T, unit: string, source: string, note?: string): Reading<T> {
  return note === undefined ? { state: 'value', value, unit, source } : { state: 'value', value, unit, source, note }
}

export function unsupported<T>(note: string): Reading<T> {
  return { state: 'unsupported', note }
}

export function unknown<T>(reason: string): Reading<T> {
  return { state: 'unknown', reason }
}

/** The value, or `null` where there is none: what a file with nullable columns stores. */
export function valueOrNull<T>(reading: Reading<T>): T | null {
  return reading.state === 'value' ? reading.value : null
}
