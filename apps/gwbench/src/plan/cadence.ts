/**
 * What the target did just before its timed request, which decides much of what a small proxy seems to cost.
 *
 * - `primed` it answered `PRIMING_REQUESTS` untimed requests
 * - `plain` nothing: its idle gap is the time the other targets took
 * - `paced` it answered an untimed request and then idled for `gapMs`
 */
export type Cadence = { readonly kind: 'primed' } | { readonly kind: 'plain' } | { readonly kind: 'paced'; readonly gapMs: number }

/**
 * After one untimed request a transparent relay still read 28 to 34 % more overhead among five other targets than alone, after
 * two 20 %, after four 9 % (decision 0015).
 */
const PRIMING_REQUESTS = 4

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

/** Untimed requests to a target just before each timed one. */
export function untimedRequests(cadence: Cadence): number {
  return cadence.kind === 'plain' ? 0 : cadence.kind === 'primed' ? PRIMING_REQUESTS : 1
}
