/**
 * What the target did just before its timed request, which decides much of what a small proxy seems to cost.
 *
 * - `primed` it answered an untimed request
 * - `plain` nothing: its idle gap is the time the other targets took
 * - `paced` it answered an untimed request and then idled for `gapMs`
 */
export type Cadence = { readonly kind: 'primed' } | { readonly kind: 'plain' } | { readonly kind: 'paced'; readonly gapMs: number }

const LONGEST_GAP_MS = 60_000

/**
 * @returns the cadence, or `null` for any other text
 * @example parseCadence('paced:20') // { kind: 'paced', gapMs: 20 }
 */
export function parseCadence(text: string): Cadence | null {
  if (text === 'primed' || text === 'plain') return { kind: text }
  const gapMs = /^paced:(\d+(?:\.\d+)?)$/.exec(text)?.[1]
  if (gapMs === undefined || Number(gapMs) > LONGEST_GAP_MS) return null
  return { kind: 'paced', gapMs: Number(gapMs) }
}

/** The text `parseCadence` reads. @example cadenceName({ kind: 'paced', gapMs: 20 }) // 'paced:20' */
export function cadenceName(cadence: Cadence): string {
  return cadence.kind === 'paced' ? `paced:${cadence.gapMs}` : cadence.kind
}
