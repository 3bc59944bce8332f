import { readFile } from 'node:fs/promises'
import type { Evaluation } from '@lat/bands'
import { evaluate, evaluationJson, fromCellQuantiles, verdictText } from '@lat/bands'
import { tables } from '@lat/render'
import type { Analysis } from '@lat/rows'
import { analyse } from '../analyse/analyse.js'
import { HarnessInputError } from '../errors.js'
import { readRun } from '../evidence/read-run.js'
import { findRun } from '../evidence/run-directory.js'
import { profileDigest } from '../evidence/run-profile.js'
import { fromCaller } from '../run/locate.js'
import type { Option } from './option.js'
import { readProfile } from './read-profile.js'

export interface JudgeOptions {
  readonly cells?: Option
  readonly profile?: Option
  readonly tables?: Option
  readonly json?: Option
}

interface Judged {
  readonly analysis: Analysis
  readonly evaluation: Evaluation
}

async function judgedCells(file: string, profile: string): Promise<Judged> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new HarnessInputError('LAT_HARNESS_USAGE', `--cells ${file} is not a readable JSON file: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  const judgedBy = readProfile(profile)
  const analysis = fromCellQuantiles(json)
  return { analysis, evaluation: evaluate(analysis, judgedBy) }
}

/** A run is judged by the thresholds it was made under; another profile, or another edition of its own, is named. */
async function judgedRun(dir: string, profile: string | undefined): Promise<Judged> {
  const { facts, input } = await readRun(dir)
  const analysis = analyse(input)
  if (profile === undefined) return { analysis, evaluation: evaluate(analysis, facts.profile) }
  const judgedBy = readProfile(profile)
  const [made, now] = [profileDigest(facts.profile), profileDigest(judgedBy)]
  const run = made === now || judgedBy.name !== facts.profile.name ? analysis.run : { ...analysis.run, profile: `${analysis.run.profile} with sha256 ${made.slice(0, 12)}, not ${now.slice(0, 12)}` }
  return { analysis, evaluation: evaluate({ ...analysis, run }, judgedBy) }
}

/** Judges a run from its rows, or a file of per-cell quantiles, and returns the exit code of the verdict. */
export async function judgeCommand(path: string | undefined, options: JudgeOptions): Promise<number> {
  const profile = options.profile === undefined ? undefined : String(options.profile)
  if (options.cells === undefined && path === undefined) throw new HarnessInputError('LAT_HARNESS_USAGE', 'judge needs the directory of a run, or --cells FILE.json')
  const { analysis, evaluation } = options.cells === undefined ? await judgedRun(findRun(fromCaller(path!)), profile) : await judgedCells(fromCaller(String(options.cells)), profile ?? 'published')
  if (options.tables && !options.json) process.stdout.write(`${tables(analysis, evaluation)}\n`)
  process.stdout.write(options.json ? `${JSON.stringify(evaluationJson(evaluation))}\n` : verdictText(evaluation))
  return evaluation.exitCode
}
