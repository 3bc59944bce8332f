import { measurementOptions } from '../options/measurement-options.js'
import type { RawMeasurementOptions } from '../options/measurement-options.js'
import { optionReader } from '../options/option-reader.js'
import { requestBody } from '../plan/request-body.js'
import { plantedLine } from '../report/planted-line.js'
import { reportText } from '../report/report-text.js'
import { embeddedSetting } from '../run/embedded-setting.js'
import { measureAndReport } from '../run/measure-and-report.js'
import { printLine } from '../run/print-line.js'
import { withSetting } from '../run/with-setting.js'
import { fixturesPath, resultsPath } from '../run/locate.js'

export interface RawPlantedOptions extends RawMeasurementOptions {
  readonly delayUs?: unknown
}

/**
 * Plants a known delay and a known nothing in front of the upstream, and says whether they were found; the exit code is 1
 * when they were not. Everything is started afresh for each run.
 */
export async function plantedCommand(raw: RawPlantedOptions): Promise<number> {
  const reader = optionReader()
  const config = measurementOptions(reader, raw, { rounds: 400, warmup: 100, runs: 5, wait: '5m' })
  const plantDelayUs = reader.whole('delay-us', raw.delayUs, 3000, 100, 1_000_000)
  reader.finish()

  const { result, refusal } = await withSetting(
    ({ crew, signal, stamp }) => embeddedSetting({ crew, fixturesDir: fixturesPath(config.fixtures), stamp, plantDelayUs, gateways: false, signal }),
    (setting, { signal, progress, relaunch }) =>
      measureAndReport({ ...config, command: 'planted', setting, body: requestBody({ model: 'lat-planted', prompt: 'ping' }), allowRemote: false, resultsDir: resultsPath(config.out), signal, progress, relaunch }),
  )
  const line = plantedLine(result)
  if (raw.json) printLine(JSON.stringify(line))
  else printLine(`${reportText(result)}${line.ok ? 'planted: found' : 'planted: MISSED'}\n${result.directory ?? ''}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return line.ok && refusal === null ? 0 : 1
}
