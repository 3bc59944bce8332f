import type { Analysis } from '@lat/rows'
import type { Finding } from './band-result.js'
import { signedMsText } from './milliseconds.js'
import type { Pairing } from './paired-cells.js'

/** Remarks for the intervals of a paired P50 shift that lie on both sides of one of its limits: the median decides, the reader is told. */
export function straddles(analysis: Analysis, pairing: Pairing, limitsNs: readonly number[]): readonly Finding[] {
  const shift = analysis.shifts.find(
    (one) =>
      one.kind === 'paired' &&
      one.series === 'duration' &&
      one.q === 0.5 &&
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
