import type { Analysis } from '@lat/rows'
import type { Finding } from './band-result.js'
import { signedMsText } from './milliseconds.js'
import type { PairedReading } from './paired-reading.js'

/** Remarks for the intervals of a shift that lie on both sides of one of its limits: the median decides, the reader is told. */
export function straddles(analysis: Analysis, { pairing, quantile }: PairedReading, limitsNs: readonly number[]): readonly Finding[] {
  const q = quantile === 'p50Ns' ? 0.5 : 0.99
  const shift = analysis.shifts.find(
    (one) =>
      one.kind === 'paired' &&
      one.series === 'duration' &&
      one.q === q &&
      one.treatment === pairing.treatment &&
      one.baseline === pairing.baseline &&
      one.payloadBytes === pairing.payloadBytes &&
      one.stream === pairing.stream,
  )
  if (shift === undefined) return []
  return [shift.withinCells, shift.acrossRepetitionsT, shift.acrossRepetitionsDistributionFree].flatMap((interval) => {
    if (interval === null || interval.lowNs === null || interval.highNs === null) return []
    const { lowNs, highNs, resampled, method } = interval
    return limitsNs
      .filter((limitNs) => lowNs < limitNs && limitNs < highNs)
      .map((limitNs) => ({
        code: 'straddles',
        text: `STRADDLES: the ${resampled} interval ${signedMsText(lowNs)} .. ${signedMsText(highNs)} (${method}) lies on both sides of ${signedMsText(limitNs)}`,
      }))
  })
}
