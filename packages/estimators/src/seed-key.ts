import { badOption, seedRequired } from './errors.js'

/** JSON with every character outside printable ASCII escaped: the generator reads only 8 bits per character. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * A seed that names what is estimated (run, cell, metric, quantile), so that the same estimate always
 * draws the same numbers and one estimate more changes no other. Different parts give different keys.
 *
 * @throws {EstimatorInputError} on no parts, an empty string, or a number that is not finite
 * @example seedKey('run-7', 'enforce-4096B-r1', 'duration', 0.99) // '["run-7","enforce-4096B-r1","duration",0.99]'
 */
export function seedKey(...parts: readonly (string | number)[]): string {
  if (parts.length === 0) throw badOption('parts', undefined, 'at least one string or number')
  for (const part of parts) {
    const good = typeof part === 'string' ? part !== '' : typeof part === 'number' && Number.isFinite(part)
    if (!good) throw badOption('parts', part, 'non-empty strings and finite numbers')
  }
  return asciiJson(parts)
}

/** @throws {EstimatorInputError} without options, or without a non-empty string as their seed */
export function checkSeed(options: { readonly seed: string }, why: string): void {
  const seed: unknown = (options as { readonly seed?: unknown } | undefined)?.seed
  if (typeof seed !== 'string' || seed === '') throw seedRequired(seed, why)
}
