import { readFileSync } from 'node:fs'
import { GwbenchInputError } from '../errors.js'
import { runConfig } from '../options/run-config.js'
import type { RawRunOptions } from '../options/run-config.js'
import { requestBody } from '../plan/request-body.js'
import { reportText } from '../report/report-text.js'
import { resultSchema } from '../report/result-schema.js'
import { embeddedSetting } from '../run/embedded-setting.js'
import { givenSetting } from '../run/given-setting.js'
import { fixturesPath, fromCaller, resultsPath } from '../run/locate.js'
import { measureAndReport } from '../run/measure-and-report.js'
import { printLine } from '../run/print-line.js'
import { withSetting } from '../run/with-setting.js'

const DEMO_PLANT_US = 3000

/** Measures what the named gateways add, or the embedded demo when none is named; returns the exit code. */
export async function runCommand(raw: RawRunOptions): Promise<number> {
  const config = runConfig(raw)
  const body = requestBody({ model: config.model, prompt: config.promptFile === null ? 'ping' : readPrompt(fromCaller(config.promptFile)) })
  const { result, refusal } = await withSetting(
    ({ crew, signal, stamp, progress }) => {
      if (config.direct !== null) return givenSetting(config, crew, signal)
      progress.note('no target named: measuring the embedded demo, the reference gateway in front of the mock upstream')
      return embeddedSetting({ crew, fixturesDir: fixturesPath(config.fixtures), stamp, plantDelayUs: DEMO_PLANT_US, gateways: true, signal })
    },
    (setting, { signal, progress }) => measureAndReport({ ...config, command: 'run', setting, body, resultsDir: resultsPath(config.out), signal, progress }),
  )
  if (raw.json) printLine(JSON.stringify(resultSchema.parse(result)))
  else printLine(`${reportText(result)}${result.directory ?? ''}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return refusal === null ? 0 : 1
}

function readPrompt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new GwbenchInputError('LAT_GWBENCH_USAGE', `--prompt-file ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}.`, { cause })
  }
}
