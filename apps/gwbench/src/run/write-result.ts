import { writeManifestLast, writeTextFile } from '@lat/rows/files'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { redact } from '../key/redact.js'
import type { RunRecord } from '../merge/run-record.js'
import type { GwbenchResult } from '../report/result-schema.js'
import type { StreamResult } from '../ttfb/stream-result-schema.js'
import { writeRounds } from './write-rounds.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export interface Written {
  readonly result: Pick<GwbenchResult, 'format' | 'command' | 'version' | 'startedAt' | 'conditions' | 'machine' | 'runs'> | Pick<StreamResult, 'format' | 'command' | 'version' | 'startedAt' | 'conditions' | 'machine' | 'runs'>
  readonly text: string
  readonly targetNames: readonly string[]
}

/** Writes what a measurement leaves behind: rounds, result, report, and last the manifest that makes it complete. */
export async function writeResult(dir: string, runs: readonly RunRecord[], { result, text: report, targetNames }: Written): Promise<void> {
  const roundsSha256 = writeRounds(dir, runs)
  const json = redact(`${JSON.stringify(result, null, 2)}\n`)
  const text = redact(report)
  await writeTextFile(join(dir, 'result.json'), json)
  await writeTextFile(join(dir, 'report.txt'), text)
  const { conditions, machine } = result
  await writeManifestLast(dir, {
    FORMAT: result.format,
    COMMAND: result.command,
    VERSION: result.version,
    STARTED_AT: result.startedAt,
    CADENCE: conditions.cadence,
    TARGETS: targetNames.join(','),
    RUNS: result.runs.map(({ run, kept }) => `${run}:${kept ? 'kept' : 'discarded'}`).join(','),
    ROUNDS_PER_RUN: String(conditions.roundsPerRun),
    WARMUP_ROUNDS: String(conditions.warmupRounds),
    SEED: JSON.stringify(conditions.seed),
    HARDWARE: machine.hardwareTag,
    NODE: machine.nodeVersion,
    ROUNDS_SHA256: roundsSha256,
    RESULT_SHA256: sha256(json),
    REPORT_SHA256: sha256(text),
  })
}
