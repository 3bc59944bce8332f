const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, '1s': 1, m: 60, '1m': 60, h: 3600, '1h': 3600 }

/** Arrivals per second of a rate such as `500`, `1e3`, `500/s`, `500/1s` or `30/m`; `null` for anything else. */
export function parseRate(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:\/(1?[smh]))?$/.exec(text)
  if (match === null) return null
  const ratePerSecond = Number(match[1]) / SECONDS[match[2] ?? '']!
  return Number.isFinite(ratePerSecond) ? ratePerSecond : null
}
