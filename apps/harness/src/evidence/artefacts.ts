import type { Evaluation, Profile } from '@lat/bands'
import { evaluate, verdictText } from '@lat/bands'
import type { FigureOptions } from '@lat/render'
import { enforcementFigure, hostFigure, htmlReport, overheadFigure, RenderInputError, repetitionsFigure, tables } from '@lat/render'
import type { Analysis } from '@lat/rows'
import type { RunToAnalyse } from '../analyse/analyse.js'
import { analyse } from '../analyse/analyse.js'
import { ledgerTexts } from './ledger-texts.js'
import { microbenchFile, microbenchText } from './microbench-ledger.js'

export interface Artefacts {
  readonly analysis: Analysis
  readonly evaluation: Evaluation
  /** Every text file of the run that follows from its rows and summaries, by name. */
  readonly files: ReadonlyMap<string, string>
  /** The figures among `files`, which are also drawn as PNG. */
  readonly figures: readonly string[]
}

export const themes = ['light', 'dark'] as const

const drawings: Readonly<Record<string, (analysis: Analysis, options: FigureOptions) => string>> = { overhead: overheadFigure, enforcement: enforcementFigure, repetitions: repetitionsFigure, host: hostFigure }

/** A figure of nothing is not drawn: a run whose every answer failed still publishes its tables and its verdict. */
function drawn(draw: () => string): string | null {
  try {
    return draw()
  } catch (error) {
    if (error instanceof RenderInputError && error.code === 'LAT_RND_NO_ROWS') return null
    throw error
  }
}

/** Everything a run publishes, from what lies on disk. Pure, so that the run, `figures --check` and CI say the same. */
export function artefacts(input: RunToAnalyse, profile: Profile, treeHash: string | null): Artefacts {
  const analysis = analyse(input)
  const evaluation = evaluate(analysis, profile)
  const mark = analysis.run.estimate ? '-ESTIMATE' : ''
  const source = { directory: analysis.run.name, ...(treeHash === null ? {} : { treeHash }) }
  const files = new Map(ledgerTexts(input.cells, analysis, profile))
  files.set('analysis.json', `${JSON.stringify(analysis, null, 1)}\n`)
  files.set('bands.txt', verdictText(evaluation))
  files.set(`tables${mark}.txt`, tables(analysis, evaluation))
  files.set(microbenchFile, microbenchText(input.microbench))
  files.set(`report${mark}.html`, htmlReport(analysis, { source, evaluation }))
  const figures: string[] = []
  for (const [kind, draw] of Object.entries(drawings)) {
    for (const theme of themes) {
      const svg = drawn(() => draw(analysis, { theme, source }))
      if (svg === null) continue
      figures.push(`${kind}${mark}-${theme}.svg`)
      files.set(`${kind}${mark}-${theme}.svg`, svg)
    }
  }
  return { analysis, evaluation, files, figures }
}
