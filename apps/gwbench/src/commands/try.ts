import { GwbenchInputError } from '../errors.js'
import { runConfig } from '../options/run-config.js'
import type { RawRunOptions } from '../options/run-config.js'
import { parseDuration } from '../options/parse-duration.js'
import { requestBody } from '../plan/request-body.js'
import { resultSchema } from '../report/result-schema.js'
import { fetchAnswer } from '../run/fetch-answer.js'
import { resultsPath } from '../run/locate.js'
import { measureAndReport } from '../run/measure-and-report.js'
import { namedTarget } from '../run/named-target.js'
import { printLine } from '../run/print-line.js'
import { readPrompt } from '../run/read-prompt.js'
import { startControls } from '../run/start-controls.js'
import { startDirect } from '../run/start-direct.js'
import { findUpstreamCount } from '../run/upstream-count.js'
import { withSetting } from '../run/with-setting.js'
import { awaitGateway } from '../try/await-gateway.js'
import { gatewaySnippets } from '../try/gateway-snippets.js'
import { oneSentence } from '../try/one-sentence.js'

export interface RawTryOptions extends RawRunOptions {
  readonly keyFile?: unknown
  readonly arrive?: unknown
}

const NAME = 'gateway'
const UPSTREAM_PORT = 18_000
const PAUSE_MS = 1000

/** Starts an upstream, says how a gateway is pointed at it, waits until a request comes through, measures, and prints one sentence. */
export async function tryCommand(url: string, { keyFile, arrive, ...raw }: RawTryOptions): Promise<number> {
  const upstreamPort = raw.upstreamPort ?? UPSTREAM_PORT
  const config = runConfig({ ...raw, upstreamPort, target: `${NAME}|${url}|${typeof keyFile === 'string' ? keyFile : ''}` }, { rounds: 300, warmup: 30, runs: 1, wait: '5m' })
  const limitMs = parseDuration(typeof arrive === 'string' ? arrive : '10m')
  if (limitMs === null) throw new GwbenchInputError('LAT_GWBENCH_USAGE', '--arrive is a duration such as 10m: how long to wait for the first request')
  const body = requestBody({ model: config.model, prompt: readPrompt(config.promptFile) })

  const { result, refusal } = await withSetting(
    async (stage) => {
      const { progress, signal } = stage
      const gateway = namedTarget(config.targets[0]!, config)
      const direct = await startDirect({ fixtures: config.fixtures, port: config.upstreamPort! }, stage)
      const baseUrl = `${new URL(direct.url).origin}/v1`
      progress.note(`The upstream answers at\n\n  ${baseUrl}\n\nPoint your gateway at it:`)
      for (const { gateway: title, lines } of gatewaySnippets(baseUrl)) progress.note(`\n# ${title}\n${lines.map((line) => `  ${line}`).join('\n')}`)
      progress.note(`\nasking ${gateway.url.replace(/\?.*/, '')} once a second until a request arrives`)
      const upstreamCount = await findUpstreamCount(direct.url)
      await awaitGateway({ ask: () => fetchAnswer(gateway, body, signal), upstreamCount: upstreamCount!, limitMs, pauseMs: PAUSE_MS, onNews: (what) => progress.note(what), signal })
      progress.note('a request arrived; measuring')
      const controls = await startControls({ direct, control: config.control, twin: null, ...stage })
      return { targets: [direct, gateway, ...controls.targets], twin: controls.twin, planted: controls.planted }
    },
    (setting, { signal, progress }) => measureAndReport({ ...config, command: 'run', setting, body, resultsDir: resultsPath(config.out), signal, progress }),
  )
  printLine(raw.json === true ? JSON.stringify(resultSchema.parse(result)) : oneSentence(result, NAME))
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return refusal === null ? 0 : 1
}
