import { runConfig } from '../options/run-config.js'
import type { RawRunOptions } from '../options/run-config.js'
import { requestBody } from '../plan/request-body.js'
import { reportText } from '../report/report-text.js'
import { resultSchema } from '../report/result-schema.js'
import { chooseSetting } from '../run/choose-setting.js'
import { resultsPath } from '../run/locate.js'
import { measureAndReport } from '../run/measure-and-report.js'
import { printLine } from '../run/print-line.js'
import { readPrompt } from '../run/read-prompt.js'
import { withSetting } from '../run/with-setting.js'

/** Measures what the named gateways add, or the embedded demo when none is named; returns the exit code. */
export async function runCommand(raw: RawRunOptions): Promise<number> {
  const config = runConfig(raw)
  const body = requestBody({ model: config.model, prompt: readPrompt(config.promptFile) })
  const { result, refusal } = await withSetting(
    (stage) => chooseSetting(config, stage),
    (setting, { signal, progress, relaunch }) => measureAndReport({ ...config, command: 'run', setting, body, resultsDir: resultsPath(config.out), signal, progress, relaunch: config.relaunched ? relaunch : undefined }),
  )
  if (raw.json) printLine(JSON.stringify(resultSchema.parse(result)))
  else printLine(`${reportText(result)}${result.directory ?? ''}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return refusal === null && result.budgets.every(({ verdict }) => verdict === 'within') ? 0 : 1
}
