import { writeManifestLast, writeTextFile } from '@lat/rows/files'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { aaSchema } from '../aa/aa-schema.js'
import { nullShare } from '../aa/null-share.js'
import { measurementOptions } from '../options/measurement-options.js'
import type { RawMeasurementOptions } from '../options/measurement-options.js'
import { optionReader } from '../options/option-reader.js'
import { cadenceName } from '../plan/cadence.js'
import { parseDuration } from '../options/parse-duration.js'
import { requestBody } from '../plan/request-body.js'
import { formatUs } from '../report/format-us.js'
import { resultsPath } from '../run/locate.js'
import { measureRuns } from '../run/measure-runs.js'
import { printLine } from '../run/print-line.js'
import { startControls } from '../run/start-controls.js'
import { startDirect } from '../run/start-direct.js'
import { withSetting } from '../run/with-setting.js'

export interface RawAaOptions extends RawMeasurementOptions {
  readonly roundGap?: unknown
}

/** Many short runs of two instances of the same relay: how often does the interval hold 0? The exit code is 1 below 9 of 10. */
export async function aaCommand(raw: RawAaOptions): Promise<number> {
  const reader = optionReader()
  const config = measurementOptions(reader, raw, { rounds: 60, warmup: 5, runs: 100, wait: '5m' })
  const gapText = reader.text('round-gap', raw.roundGap, '40ms')
  const roundGapMs = parseDuration(gapText)
  if (roundGapMs === null) reader.fault(`--round-gap is "${gapText}"; it is a duration such as 40ms or 0`)
  reader.finish()
  const { records, context, refusal } = await withSetting(
    async (stage) => {
      const direct = await startDirect({ fixtures: config.fixtures, port: 0 }, stage)
      const controls = await startControls({ direct, control: 'aa', twin: null, ...stage })
      return { targets: [direct, ...controls.targets], twin: controls.twin, planted: null }
    },
    (setting, { signal, progress }) => measureRuns({ ...config, command: 'aa', setting, roundGapMs: roundGapMs === 0 ? undefined : (roundGapMs ?? undefined), body: requestBody({ model: 'lat-aa', prompt: 'ping' }), allowRemote: false, resultsDir: resultsPath(config.out), signal, progress }),
  )
  const { directory } = context
  const found = aaSchema.parse({ name: 'aa', ...nullShare(records, context.twin!), cadence: cadenceName(config.cadence), roundGapMs, directory })
  const { runs, spanning, needed, meanNs, standardErrorNs, roundsPerRun, ok } = found
  const line = JSON.stringify(found)
  const text = `${spanning} of ${runs} A/A runs of ${roundsPerRun} rounds hold 0 (needed: ${needed}); mean ${formatUs(meanNs, true)} ± ${standardErrorNs === null ? '?' : formatUs(standardErrorNs)} standard error: ${ok ? 'as it should be' : 'TOO FEW'}`
  await writeTextFile(join(directory, 'result.json'), `${line}\n`)
  await writeTextFile(join(directory, 'report.txt'), `${text}\n`)
  await writeManifestLast(directory, { FORMAT: 'lat-gwbench 1', COMMAND: 'aa', VERSION: context.version, STARTED_AT: context.startedAt, RESULT_SHA256: createHash('sha256').update(`${line}\n`).digest('hex') })
  printLine(raw.json === true ? line : `${text}\n${directory}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return ok && refusal === null ? 0 : 1
}
