import type { Evaluation, Profile } from '@lat/bands'
import { evaluate, verdictText } from '@lat/bands'
import { overheadFigure, tables } from '@lat/render'
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

/** Everything a run publishes, from what lies on disk. Pure, so that the run, `figures --check` and CI say the same. */
export function artefacts(input: RunToAnalyse, profile: Profile, treeHash: string | null): Artefacts {
  const analysis = analyse(input)
  const evaluation = evaluate(analysis, profile)
  const mark = analysis.run.estimate ? '-ESTIMATE' : ''
  const source = { directory: analysis.run.name, ...(treeHash === null ? {} : { treeHash }) }
  const files = new Map(ledgerTexts(input.cells, analysis, profile))
  files.set('analysis.json', `${JSON.stringify(analysis, null, 1)}\n`)
  files.set('bands.txt', verdictText(evaluation))
  files.set(`tables${mark}.txt`, tables(analysis, { verdict: evaluation.verdictLine }))
  files.set(microbenchFile, microbenchText(input.microbench))
  const figures = themes.map((theme) => {
    const name = `overhead${mark}-${theme}.svg`
    files.set(name, overheadFigure(analysis, { theme, source }))
    return name
  })
  return { analysis, evaluation, files, figures }
}
