const NS_PER: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, us: 1e3, 'µs': 1e3, ns: 1 }

/** Whole nanoseconds of a short duration; `null` for any other text. @example parseShortDuration('1.5ms') // 1500000 */
export function parseShortDuration(text: string): number | null {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(s|ms|us|µs|ns)$/.exec(text) ?? []
  return amount === undefined ? null : Math.round(Number(amount) * NS_PER[unit!]!)
}
