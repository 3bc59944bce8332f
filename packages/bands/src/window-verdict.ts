import type { BandStatus, Finding } from './band-result.js'
import { signedMsText } from './milliseconds.js'

/** Inclusive at both ends. */
export interface WindowNs {
  readonly lowNs: number
  readonly highNs: number
}

/** `+0.150 ms .. +0.950 ms` */
export function windowText({ lowNs, highNs }: WindowNs): string {
  return `${signedMsText(lowNs)} .. ${signedMsText(highNs)}`
}

/** On which side of a window a reading lies, and what that says; both ends belong to the window. */
export function windowVerdict(readingNs: number, window: WindowNs, below: string, above: string): { readonly status: BandStatus; readonly reasons: readonly Finding[] } {
  if (readingNs < window.lowNs) return { status: 'violated', reasons: [{ code: 'below-window', text: `${signedMsText(readingNs)} is below ${windowText(window)}: ${below}` }] }
  if (readingNs > window.highNs) return { status: 'violated', reasons: [{ code: 'above-window', text: `${signedMsText(readingNs)} is above ${windowText(window)}: ${above}` }] }
  return { status: 'pass', reasons: [] }
}
