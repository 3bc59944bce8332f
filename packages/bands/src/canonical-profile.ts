import type { Profile } from './profile.js'

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

/**
 * One text per profile, whatever the order of its keys: its hash in a MANIFEST shows that no threshold
 * was edited between registration and verdict.
 */
export function canonicalProfile(profile: Profile): string {
  return `${JSON.stringify(sorted(profile))}\n`
}
