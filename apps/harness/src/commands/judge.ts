import { readFile } from 'node:fs/promises'
import type { Evaluation } from '@lat/bands'
import { evaluate, evaluationJson, fromCellQuantiles, loadProfile, verdictText } from '@lat/bands'
import { analyse } from '../analyse/analyse.js'
import { readRun } from '../evidence/read-run.js'
import { findRun } from '../evidence/run-directory.js'
import { HarnessInputError } from '../errors.js'
import type { Option } from './option.js'
import { fromCaller } from '../run/locate.js'

export interface JudgeOptions {
  readonly cells?: Option
  readonly profile?: Option
  readonly json?: Option
}

async function evaluationOf(path: string | undefined, { cells, profile }: JudgeOptions): Promise<Evaluation> {
  if (cells !== undefined) {
    const file = fromCaller(String(cells))
    let json: unknown
    try {
      json = JSON.parse(await readFile(file, 'utf8'))
    } catch (cause) {
      throw new HarnessInputError('LAT_HARNESS_USAGE', `--cells ${file} is not a readable JSON file: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
    const judgedBy = loadProfile(String(profile ?? 'published'))
    return evaluate(fromCellQuantiles(json), judgedBy)
  }
  if (path === undefined) throw new HarnessInputError('LAT_HARNESS_USAGE', 'judge needs the directory of a run, or --cells FILE.json')
  const { facts, input } = await readRun(findRun(fromCaller(path)))
  return evaluate(analyse(input), profile === undefined ? facts.profile : loadProfile(String(profile)))
}

/** Judges a run from its rows, or a file of per-cell quantiles, and returns the exit code of the verdict. */
export async function judgeCommand(path: string | undefined, options: JudgeOptions): Promise<number> {
  const evaluation = await evaluationOf(path, options)
  process.stdout.write(options.json ? `${JSON.stringify(evaluationJson(evaluation))}\n` : verdictText(evaluation))
  return evaluation.exitCode
}
