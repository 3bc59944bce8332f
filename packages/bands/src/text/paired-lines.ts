import type { BandResult } from '../evaluate.js'
import { whereText } from '../cell-text.js'
import { msText, signedMsText } from '../milliseconds.js'
import type { PairedReading } from '../paired-reading.js'
import { windowText } from '../window-verdict.js'
import { detailLine, findingLines, headLine } from './line.js'
import type { VerdictLine } from './line.js'

type Paired = Extract<BandResult, { readonly reading: PairedReading }>

/** `median +0.498 ms, spread 0.053 ms, 5 of 5 repetitions`: a spread nobody measured is never a number. */
function medianText({ id, reading: { medianNs, spreadNs, perRepetition, planned } }: Paired): string {
  const left = `${perRepetition.length} of ${planned} repetitions`
  if (medianNs === null) return `no median, ${left}`
  const centre = id === 'BAND3-STREAM' ? `size ${msText(Math.abs(medianNs))} (bounded, not measured: no central value to publish)` : `median ${signedMsText(medianNs)}`
  return `${centre}, ${spreadNs === null ? 'ONE REPETITION, spread not resolvable' : `spread ${msText(spreadNs)}`}, ${left}`
}

function baselineText(band: Paired): string {
  if (band.id !== 'BAND2') return band.reading.pairing.baseline
  return band.baseline === null ? 'direct baseline (no canary)' : `direct baseline ${msText(band.baseline.valueNs)} (median of ${band.baselineCells.length} canaries)`
}

function gateText(band: Paired): string {
  switch (band.id) {
    case 'BAND2':
      return `window ${band.window === null ? 'UNCALIBRATED' : windowText(band.window)}`
    case 'BAND3':
      return `window ${band.window === null ? 'UNCALIBRATED' : windowText(band.window)} and spread below median`
    case 'BAND3-SMALL':
      return `recorded, advisory window ${band.advisoryWindow === null ? 'none' : windowText(band.advisoryWindow)}`
    case 'CONTROL-AA':
      return `recorded, true value 0, advisory size ${band.advisoryAbsoluteNs === null ? 'none' : msText(band.advisoryAbsoluteNs)}`
    case 'BAND4':
      return `allowed ${band.allowanceNs === null ? 'UNCALIBRATED' : signedMsText(band.allowanceNs)}, ${band.ratioMax ?? 'no'} times the P50 shift ${band.medianP50Ns === null ? 'which is unresolved' : signedMsText(band.medianP50Ns)}`
    case 'BAND3-STREAM':
      return `size at most ${band.absoluteCeilingNs === null ? 'UNCALIBRATED' : msText(band.absoluteCeilingNs)} either way`
  }
}

function besides(band: Paired): string {
  if (band.id !== 'BAND3-SMALL' && band.id !== 'BAND3-STREAM') return ''
  return `; P99 shift ${band.p99.medianNs === null ? 'unresolved' : signedMsText(band.p99.medianNs)}`
}

/** The median, its limits and every repetition behind it, left out or not. */
export function pairedLines(band: Paired): readonly VerdictLine[] {
  const { pairing, quantile, ratePerSecond, perRepetition, excluded } = band.reading
  const percentile = quantile === 'p50Ns' ? 'P50' : 'P99'
  const where = whereText({ payloadBytes: pairing.payloadBytes, stream: pairing.stream, ratePerSecond })
  return [
    headLine(band, `${pairing.treatment} - ${baselineText(band)} ${percentile}, ${where}: ${medianText(band)}; ${gateText(band)}${besides(band)}`),
    ...perRepetition.map(({ repetition, baselineNs, treatmentNs, deltaNs }) =>
      detailLine(
        'PAIR',
        `${band.id} r${repetition} ${percentile} (${where}) ${pairing.baseline} ${msText(baselineNs)} ${pairing.treatment} ${msText(treatmentNs)} delta ${signedMsText(deltaNs)}${perRepetition.length === 1 ? ' ONE REPETITION' : ''}`,
      ),
    ),
    ...excluded.map(({ repetition, deltaNs, text }) => detailLine('EXCLUDED', `${band.id} r${repetition} ${percentile} (${where}) delta ${deltaNs === null ? 'unreadable' : signedMsText(deltaNs)}: ${text}`)),
    ...findingLines(band),
  ]
}
