import { mergeRuns } from '../merge/merge-runs.js'
import { buildResult } from '../report/build-result.js'
import { reportText } from '../report/report-text.js'
import type { GwbenchResult } from '../report/result-schema.js'
import { measureRuns } from './measure-runs.js'
import type { MeasureRunsOptions } from './measure-runs.js'
import { writeResult } from './write-result.js'

export interface MeasureAndReportOptions extends MeasureRunsOptions {
  readonly command: GwbenchResult['command']
}

export interface Reported {
  readonly result: GwbenchResult
  /** Why fewer runs were kept than asked for, or `null`. */
  readonly refusal: string | null
}

/** Measures a setting, keeps its rounds on disk after every run, and writes the result beside them. */
export async function measureAndReport(options: MeasureAndReportOptions): Promise<Reported> {
  const { records, context, refusal } = await measureRuns(options)
  const result = buildResult(records, mergeRuns(records), { ...context, command: options.command })
  await writeResult(context.directory, records, { result, text: reportText(result), targetNames: result.targets.map(({ name }) => name) })
  return { result, refusal }
}
