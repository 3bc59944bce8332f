import type { RawRunOptions } from '../options/run-config.js'
import { streamConfig } from '../options/stream-config.js'
import { requestBody } from '../plan/request-body.js'
import { resultsPath } from '../run/locate.js'
import { measureRuns } from '../run/measure-runs.js'
import { printLine } from '../run/print-line.js'
import { readPrompt } from '../run/read-prompt.js'
import { withSetting } from '../run/with-setting.js'
import { writeResult } from '../run/write-result.js'
import { buildStreamResult } from '../ttfb/build-stream-result.js'
import { streamReportText } from '../ttfb/stream-report-text.js'
import { streamResultSchema } from '../ttfb/stream-result-schema.js'
import { streamedSetting } from '../ttfb/streamed-setting.js'

export interface RawStreamOptions extends RawRunOptions {
  readonly gateLimit?: unknown
}

/** How much later the start of a stream comes through each gateway, after the proof that none of them buffers; returns the exit code. */
export async function ttfbCommand(raw: RawStreamOptions): Promise<number> {
  const { gateLimitMs, ...config } = streamConfig(raw)
  const body = requestBody({ model: config.model, prompt: readPrompt(config.promptFile), stream: true })
  const { result, text, refusal } = await withSetting(
    (stage) => streamedSetting(config, { body, limitMs: gateLimitMs }, stage),
    async (setting, { signal, progress, relaunch }) => {
      const { records, context, refusal } = await measureRuns({ ...config, command: 'ttfb', setting, body, stream: true, resultsDir: resultsPath(config.out), signal, progress, relaunch: config.relaunched ? relaunch : undefined })
      const result = streamResultSchema.parse(buildStreamResult(records, { ...context, command: 'run', proven: setting.proven }))
      const text = streamReportText(result)
      await writeResult(context.directory, records, { result, text, targetNames: result.marks[0]!.targets.map(({ name }) => name) })
      return { result, text, refusal }
    },
  )
  printLine(raw.json ? JSON.stringify(result) : `${text}${result.directory ?? ''}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return refusal === null ? 0 : 1
}
