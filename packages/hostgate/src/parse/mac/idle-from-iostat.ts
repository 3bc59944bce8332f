import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'

/** Mean idle in whole percent from `iostat -w 2 -c 2`, whose first line is the mean since the machine started. */
export function parseIdleFromIostat(text: string, source = 'iostat -c 2'): Reading<number> {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/)).filter((fields) => fields.length > 1)
  const names = lines.findIndex((fields) => fields.includes('us') && fields.includes('id'))
  const samples = names < 0 ? [] : lines.slice(names + 1)
  if (samples.length < 2) return unknown(`${source} printed ${samples.length} of 2 samples`)
  // One group of columns per disk comes before: count from the end.
  const fromEnd = lines[names]!.length - lines[names]!.indexOf('id')
  const idle = boundedNumber(samples.at(-1)!.at(-fromEnd), 0, 100)
  return idle === null ? unknown(`${source} has no idle share in its last line`) : measured(idle, '%', source)
}
