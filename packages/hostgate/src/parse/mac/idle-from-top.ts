import { measured, unknown, type Reading } from '../../reading.js'
import { boundedNumber } from '../bounded-number.js'

/** `top` prints whole percent, a dot, and hundredths without leading zeros: 87.8 is 87.08. */
function hundredths(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,2})$/.exec(text)
  return match === null ? null : boundedNumber(`${match[1]!}.${match[2]!.padStart(2, '0')}`, 0, 100)
}

/**
 * Mean idle in percent from `top -l 2 -n 0`. The last sample counts: the first one is the mean since the machine
 * started, so a text with one sample is no reading.
 */
export function parseIdleFromTop(text: string, source = 'top -l 2'): Reading<number> {
  const samples = [...text.matchAll(/^CPU usage: [\d.]+% user, [\d.]+% sys, ([\d.]+)% idle\s*$/gm)]
  if (samples.length < 2) return unknown(`${source} printed ${samples.length} of 2 samples`)
  const idle = hundredths(samples.at(-1)![1]!)
  return idle === null ? unknown(`${source} says ${samples.at(-1)![1]!}% idle`) : measured(idle, '%', source)
}
