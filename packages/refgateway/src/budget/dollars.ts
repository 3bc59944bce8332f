const microPerDollar = 1_000_000

/**
 * Micro-dollars as a decimal number of dollars with at least two places, without passing through a float.
 *
 * @example formatDollars(1_500_000) // '1.50'
 */
export function formatDollars(microDollars: number): string {
  const sign = microDollars < 0 ? '-' : ''
  const amount = Math.abs(microDollars)
  const places = String(amount % microPerDollar).padStart(6, '0').replace(/0{1,4}$/, '')
  return `${sign}${Math.floor(amount / microPerDollar)}.${places}`
}

/**
 * Whole micro-dollars of a decimal number of dollars; `null` when it is not one, or finer than a micro-dollar.
 *
 * @example parseDollars('0.25') // 250000
 */
export function parseDollars(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) return null
  return Number(match[1]) * microPerDollar + Number((match[2] ?? '').padEnd(6, '0'))
}
