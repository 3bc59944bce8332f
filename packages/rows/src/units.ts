export const NS_PER_US = 1_000
export const NS_PER_MS = 1_000_000
export const NS_PER_SECOND = 1_000_000_000

export type TimeUnit = 'ns' | 'us' | 'ms' | 's'

const NS_PER: Readonly<Record<TimeUnit, number>> = { ns: 1, us: NS_PER_US, ms: NS_PER_MS, s: NS_PER_SECOND }

/** @example nsToUs(1_500) // 1.5 */
export function nsToUs(ns: number): number {
  return ns / NS_PER_US
}

/** @example nsToMs(1_500_000) // 1.5 */
export function nsToMs(ns: number): number {
  return ns / NS_PER_MS
}

/** @example nsToSeconds(1_500_000_000) // 1.5 */
export function nsToSeconds(ns: number): number {
  return ns / NS_PER_SECOND
}

/** Whole nanoseconds, because that is what a row stores. @example usToNs(0.5) // 500 */
export function usToNs(us: number): number {
  return Math.round(us * NS_PER_US)
}

/** Whole nanoseconds. @example msToNs(1.5) // 1500000 */
export function msToNs(ms: number): number {
  return Math.round(ms * NS_PER_MS)
}

/** Whole nanoseconds. @example secondsToNs(2) // 2000000000 */
export function secondsToNs(seconds: number): number {
  return Math.round(seconds * NS_PER_SECOND)
}

/** A time with its unit, never without. @example formatNs(1_234_567, 'ms', 2) // '1.23 ms' */
export function formatNs(ns: number, unit: TimeUnit, fractionDigits: number): string {
  return `${(ns / NS_PER[unit]).toFixed(fractionDigits)} ${unit}`
}
