import { parseManifest } from '@lat/rows'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { anytime } from '../decide/anytime.js'
import { GwbenchInputError } from '../errors.js'
import { mergeRuns } from '../merge/merge-runs.js'
import { buildResult } from '../report/build-result.js'
import { firstDifference } from '../report/first-difference.js'
import { reportText } from '../report/report-text.js'
import { resultSchema } from '../report/result-schema.js'
import type { GwbenchResult } from '../report/result-schema.js'
import { decodeRounds } from '../rounds-file/decode-rounds.js'
import { DIRECT, isControl } from '../target/target-option.js'
import { buildStreamResult } from '../ttfb/build-stream-result.js'
import { streamReportText } from '../ttfb/stream-report-text.js'
import { streamResultSchema } from '../ttfb/stream-result-schema.js'
import type { StreamResult } from '../ttfb/stream-result-schema.js'

export interface Rederived {
  readonly result: GwbenchResult | StreamResult
  readonly text: string
  /** Where it differs from what was stored, or `null`. */
  readonly difference: string | null
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const refuse = (message: string, cause?: unknown) => new GwbenchInputError('LAT_GWBENCH_RESULT', message, cause === undefined ? undefined : { cause })

/**
 * Works a result out again from the rounds of its directory; of the stored result only what rounds cannot say is taken over.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_RESULT` for a directory without a manifest, with files that are missing, or whose rounds are not those of the manifest
 */
export function rederive(directory: string): Rederived {
  const manifest = parseManifest(read(directory, 'MANIFEST').toString(), join(directory, 'MANIFEST'))
  const rounds = gunzipSync(read(directory, 'rounds.csv.gz')).toString()
  const json = read(directory, 'result.json').toString()
  for (const [file, text, key] of [['rounds.csv.gz', rounds, 'ROUNDS_SHA256'], ['result.json', json, 'RESULT_SHA256']] as const) {
    if (sha256(text) !== manifest.get(key)) throw refuse(`${join(directory, file)} is not the one of its MANIFEST: its sha256 is ${sha256(text)}, and ${key} is ${manifest.get(key) ?? 'not there'}.`)
  }
  const runs = decodeRounds(rounds, join(directory, 'rounds.csv.gz'))
  const stored = JSON.parse(json) as { readonly format?: unknown }
  if (stored.format === 'lat-gwbench-ttfb 1') {
    const before = streamResultSchema.parse(stored)
    const { targets, twin } = before.marks[0]!
    const result = streamResultSchema.parse(buildStreamResult(runs, { ...contextOf({ ...before, targets }), command: 'run', twin: twin === null ? null : pairOf(twin), planted: null, proven: before.proven }))
    return { result, text: streamReportText(result), difference: firstDifference(before, JSON.parse(JSON.stringify(result))) }
  }
  const before = resultSchema.parse(stored)
  const { controls, sequence, budgets, launches, command } = before
  const kept = runs.find((run) => run.kept)!
  const { targetNames } = kept.conditions
  const watched = targetNames.flatMap((name, index) => (name === DIRECT || isControl(name) ? [] : [index]))
  const result = resultSchema.parse(buildResult(runs, mergeRuns(runs), {
    ...contextOf(before),
    command,
    twin: controls.twin === null ? null : pairOf(controls.twin),
    planted: controls.planted === null ? null : pairOf(controls.planted),
    budgets,
    launches,
    sequence: sequence === null ? null : anytime(kept.rounds, { targetNames, watched, directIndex: targetNames.indexOf(DIRECT), untilNs: sequence.untilNs }),
  }))
  return { result, text: reportText(result), difference: firstDifference(before, JSON.parse(JSON.stringify(result))) }
}

const pairOf = ({ treatment, baseline }: { readonly treatment: string; readonly baseline: string }) => ({ treatment, baseline })

function contextOf(before: Pick<GwbenchResult, 'version' | 'startedAt' | 'conditions' | 'machine' | 'targets' | 'upstreamRequestsPerRequest' | 'directory'>) {
  const { version, startedAt, conditions, machine, targets, upstreamRequestsPerRequest, directory } = before
  return { version, startedAt, seed: conditions.seed, maximumLoad: conditions.maximumLoad, machine, targets, upstreamCounted: upstreamRequestsPerRequest !== null, directory }
}

function read(directory: string, file: string): Buffer {
  try {
    return readFileSync(join(directory, file))
  } catch (cause) {
    const why = file === 'MANIFEST' ? 'It is written last, so this is no directory of a finished run.' : 'The directory is not complete.'
    throw refuse(`${join(directory, file)} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}). ${why}`, cause)
  }
}
