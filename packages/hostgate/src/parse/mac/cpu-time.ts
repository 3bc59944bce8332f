import { boundedNumber } from '../bounded-number.js'

/**
 * Seconds from a `ps` time. macOS prints minutes, which go past 59, and hundredths (`75:03.41`); the form of POSIX,
 * `[[dd-]hh:]mm:ss`, is accepted too. `null` for anything else.
 */
export function parseCpuTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,5})-)?(\d{1,7}):)?(\d{1,9}):(\d{2}(?:[.,]\d{1,2})?)$/.exec(text)
  if (match === null) return null
  const [, days = '0', hours = '0', minutes, seconds] = match
  const rest = boundedNumber(seconds!.replace(',', '.'), 0, 60)
  return rest === null ? null : Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + rest
}
