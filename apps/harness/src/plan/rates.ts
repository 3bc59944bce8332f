import type { Profile } from '@lat/bands'
import { HarnessInputError } from '../errors.js'

/** Arrivals per second at one payload size and response mode; all arms at one size share it. */
export function rateFor(profile: Profile, payloadBytes: number, stream: boolean): number {
  const ratePerSecond = (stream ? profile.rates.stream : profile.rates.nonstream)[String(payloadBytes)]
  if (ratePerSecond === undefined) {
    throw new HarnessInputError('LAT_HARNESS_NO_RATE', `Profile "${profile.name}" has no ${stream ? 'streaming' : 'non-streaming'} rate for a ${payloadBytes} B prompt. Add it under rates.${stream ? 'stream' : 'nonstream'}.`)
  }
  return ratePerSecond
}
