const UNITS_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of a duration such as `60s`, `1.5m`, `1m30s` or `250ms`; `null` for anything else, a bare number included. */
export function parseDuration(text: string): number | null {
  const parts = text.match(/\d+(?:\.\d+)?(?:us|ms|s|m|h)/g)
  if (parts === null || parts.join('') !== text) return null
  return parts.reduce((sum, part) => {
    const unit = /[a-z]+$/.exec(part)![0]
    return sum + Number(part.slice(0, -unit.length)) * UNITS_MS[unit]!
  }, 0)
}
