import type { BandResult } from '../evaluate.js'
import { msFromNs } from '../milliseconds.js'
import type { PairedReading } from '../paired-reading.js'
import type { WindowNs } from '../window-verdict.js'

type Paired = Extract<BandResult, { readonly reading: PairedReading }>

function msOrNull(valueNs: number | null): number | null {
  return valueNs === null ? null : msFromNs(valueNs)
}

function windowMs(window: WindowNs | null): readonly [number, number] | null {
  return window === null ? null : [msFromNs(window.lowNs), msFromNs(window.highNs)]
}

/** Limits of one band, under the names of the published layout. */
function limits(band: Paired): Readonly<Record<string, unknown>> {
  switch (band.id) {
    case 'BAND2':
      return { windowMs: windowMs(band.window), baselineP50Ms: msOrNull(band.baseline?.valueNs ?? null), baselineCells: band.baselineCells.length }
    case 'BAND3':
      return { windowMs: windowMs(band.window) }
    case 'BAND3-SMALL':
      return { advisoryWindowMs: windowMs(band.advisoryWindow), p99ShiftMedianMs: msOrNull(band.p99.medianNs) }
    case 'CONTROL-AA':
      return { expectedMs: 0, advisoryAbsoluteMs: msOrNull(band.advisoryAbsoluteNs) }
    case 'BAND4':
      return { allowanceMs: msOrNull(band.allowanceNs), ratioMax: band.ratioMax, medianP50ShiftMs: msOrNull(band.medianP50Ns) }
    case 'BAND3-STREAM':
      return { absoluteCeilingMs: msOrNull(band.absoluteCeilingNs), p99ShiftMedianMs: msOrNull(band.p99.medianNs) }
  }
}

/** A paired band in the published layout: times in ms, repetitions by name. */
export function pairedJson(band: Paired): Readonly<Record<string, unknown>> {
  const { pairing, ratePerSecond, medianNs, spreadNs, perRepetition, excluded, planned } = band.reading
  return {
    promptBytes: pairing.payloadBytes,
    stream: pairing.stream,
    rateRps: ratePerSecond,
    medianMs: msOrNull(medianNs),
    spreadMs: msOrNull(spreadNs),
    repetitions: perRepetition.length,
    plannedRepetitions: planned,
    perRepetitionMs: Object.fromEntries(perRepetition.map(({ repetition, deltaNs }) => [`r${repetition}`, msFromNs(deltaNs)])),
    excludedMs: Object.fromEntries(excluded.map(({ repetition, deltaNs }) => [`r${repetition}`, msOrNull(deltaNs)])),
    ...limits(band),
  }
}
