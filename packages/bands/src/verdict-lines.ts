import type { BandResult, Evaluation } from './evaluate.js'
import { costLine, crossingLine, verdictLinesOf } from './text/closing-lines.js'
import { contentionLines, identityLines, integrityLines, rateLines } from './text/count-lines.js'
import { band1Lines, band5Lines } from './text/direct-lines.js'
import type { VerdictLine } from './text/line.js'
import { pairedLines } from './text/paired-lines.js'

function bandLines(band: BandResult): readonly VerdictLine[] {
  switch (band.id) {
    case 'RATE':
      return rateLines(band)
    case 'INTEGRITY':
      return integrityLines(band)
    case 'IDENTITY':
      return identityLines(band)
    case 'CONTENTION':
      return contentionLines(band)
    case 'BAND1':
      return band1Lines(band)
    case 'BAND5':
      return band5Lines(band)
    case 'BAND2':
    case 'BAND3':
    case 'BAND3-SMALL':
    case 'CONTROL-AA':
    case 'BAND4':
    case 'BAND3-STREAM':
      return pairedLines(band)
  }
}

function openingLines({ run, profile }: Evaluation): readonly VerdictLine[] {
  return [
    { kind: 'RUN', text: `RUN ${run.name} mode ${run.mode} subject ${run.subject} design ${run.design} seed "${run.seed}"` },
    ...(run.estimate ? [{ kind: 'ESTIMATE', text: `ESTIMATE a ${run.mode} run is a check of the machinery, not evidence` }] : []),
    { kind: 'PROFILE', text: `PROFILE ${profile.name}${profile.provisional ? ' PROVISIONAL' : ''}: ${profile.title}; frozen cut: ${profile.frozenCut}` },
    ...(run.subject === profile.subject ? [] : [{ kind: 'SUBJECT DIFFERS', text: `SUBJECT DIFFERS the profile expects what ${profile.subject} costs, this run measured ${run.subject}` }]),
    ...(run.profile === profile.name ? [] : [{ kind: 'PROFILE DIFFERS', text: `PROFILE DIFFERS the run was made under profile ${run.profile}: a verdict is not retroactive` }]),
  ]
}

/** `bands.txt` line by line, each under the kind the triage page explains it by. */
export function verdictLines(evaluation: Evaluation): readonly VerdictLine[] {
  return [
    ...openingLines(evaluation),
    ...evaluation.bands.flatMap(bandLines),
    ...evaluation.cost.map(costLine),
    ...evaluation.crossings.map(crossingLine),
    ...verdictLinesOf(evaluation),
  ]
}
