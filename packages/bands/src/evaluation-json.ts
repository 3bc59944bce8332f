import type { BandResult, Evaluation } from './evaluate.js'
import { contentionJson, integrityJson, rateJson } from './json/count-json.js'
import { band1Json, band5Json } from './json/direct-json.js'
import { pairedJson } from './json/paired-json.js'

function bandJson(band: BandResult): readonly Readonly<Record<string, unknown>>[] {
  const { id, status, role, reasons, notes } = band
  const base = { id, status: status.toUpperCase(), role, reasons, notes }
  switch (band.id) {
    case 'BAND1':
      return [{ ...base, ...band1Json(band) }]
    case 'BAND5':
      return [{ ...base, ...band5Json(band) }]
    case 'BAND2':
    case 'BAND3':
    case 'BAND3-SMALL':
    case 'CONTROL-AA':
    case 'BAND4':
    case 'BAND3-STREAM':
      return [{ ...base, ...pairedJson(band) }]
    case 'RATE':
    case 'INTEGRITY':
    case 'IDENTITY':
    case 'CONTENTION':
      return []
  }
}

/**
 * The evaluation for a program, in the layout of published band results: times in ms, statuses in
 * capitals, counts beside the bands.
 *
 * @example evaluationJson(evaluate(analysis, loadProfile('published')))['verdict'] // 'VALID'
 */
export function evaluationJson(evaluation: Evaluation): Readonly<Record<string, unknown>> {
  const { run, profile, bands, cost, crossings, failing, notJudged, notMet, verdict, verdictLine, exitCode } = evaluation
  const counts = bands.flatMap((band): [string, unknown][] => {
    if (band.id === 'INTEGRITY') return [['integrity', integrityJson(band)]]
    if (band.id === 'CONTENTION') return [['contention', contentionJson(band, bands)]]
    if (band.id === 'RATE') return [['rate', rateJson(band)]]
    return band.id === 'IDENTITY' ? [['identity', { status: band.status.toUpperCase(), processes: band.processes, reasons: band.reasons }]] : []
  })
  return {
    run: run.name,
    mode: run.mode,
    estimate: run.estimate,
    profile: profile.name,
    ...Object.fromEntries(counts),
    bands: bands.flatMap(bandJson),
    cost,
    crossings,
    failing,
    notJudged,
    notMet,
    verdict,
    verdictLine,
    exitCode,
  }
}
