const MS_PER: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/**
 * Milliseconds of a duration such as `2h`, `1h30m`, `45s`, `250ms` or `0`; `null` for any other text.
 *
 * @example parseDuration('1h30m') // 5400000
 */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0
  if (!/^(\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) return null
  let ms = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) ms += Number(amount) * MS_PER[unit!]!
  return ms
}
