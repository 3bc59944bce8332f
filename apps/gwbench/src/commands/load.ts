import { loadGate, machineFacts, readLoadAverages, systemHost } from '@lat/hostgate'
import { writeManifestLast, writeRowsFile, writeTextFile } from '@lat/rows/files'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { GwbenchInputError } from '../errors.js'
import { redact } from '../key/redact.js'
import { driveArms } from '../load/drive-arms.js'
import { judgeBaseline } from '../load/judge-baseline.js'
import { loadReportText } from '../load/load-report-text.js'
import { loadSchema } from '../load/load-schema.js'
import { summariseArm } from '../load/summarise-arm.js'
import { loadConfig } from '../options/load-config.js'
import type { RawLoadOptions } from '../options/load-config.js'
import { requestBody } from '../plan/request-body.js'
import { chooseSetting } from '../run/choose-setting.js'
import { ownVersion, resultsPath } from '../run/locate.js'
import { openLane } from '../run/open-lane.js'
import { printLine } from '../run/print-line.js'
import { readPrompt } from '../run/read-prompt.js'
import { createResultsDirectory } from '../run/results-directory.js'
import { withSetting } from '../run/with-setting.js'
import { displayUrl } from '../target/display-url.js'

/** How gateways hold up under load, beside the direct path under the same load; the exit code is 1 when it was no fair comparison. */
export async function loadCommand(raw: RawLoadOptions): Promise<number> {
  const config = loadConfig(raw)
  const { users, ratePerSecond, interleaved, warmupMs, steadyMs, seed, maximumLoad, waitMs } = config
  const startedAt = new Date().toISOString()
  const body = requestBody({ model: config.model, prompt: readPrompt(config.promptFile) })
  const host = systemHost()
  const gate = await loadGate({ maximumLoad, waitMs, readLoad: () => readLoadAverages(host), clock: host })
  if (gate.decision === 'refuse') throw new GwbenchInputError('LAT_GWBENCH_REFUSED', gate.message)

  const driven = await withSetting(
    (stage) => chooseSetting(config, stage),
    async ({ targets }, { signal, progress }) => {
      // Probes every target; nothing of it is timed.
      await openLane({ ...config, targets, body, progress, signal })
      const arms = await driveArms({ ...config, targets, body, signal, onArm: (what) => progress.note(`load on ${what}`) })
      if (signal.aborted) throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted: what was started is stopped, and nothing is reported.')
      return arms
    },
  )
  const arms = driven.map(({ target: { name, url, sha256, parallelism }, rows, usage, selfCheck }) => ({
    name, url: displayUrl(url), sha256, parallelism,
    ...summariseArm(rows, steadyMs),
    usage,
    generator: { verdict: selfCheck.verdict, reasons: [...selfCheck.reasons] },
  }))
  const model = ratePerSecond === null ? 'closed' : 'open'
  const { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion } = await machineFacts()
  const directory = createResultsDirectory(resultsPath(config.out), { startedAt, command: 'load', cadence: model, targetCount: arms.length })
  const result = loadSchema.parse({
    format: 'lat-gwbench-load 1',
    version: ownVersion(),
    startedAt,
    model,
    order: interleaved ? 'interleaved' : 'sequential',
    users: ratePerSecond === null ? users : null,
    ratePerSecond,
    warmupMs,
    steadyMs,
    seed,
    loadStart: gate.load1,
    machine: { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion },
    arms,
    baseline: judgeBaseline(arms, model),
    directory,
  })
  const text = redact(loadReportText(result))
  for (const { target, rows } of driven) await writeRowsFile(join(directory, `rows-${target.name}.csv.gz`), rows, { arms: [target.name], ratePerSecond: ratePerSecond ?? (Math.max(1, rows.length) * 1000) / steadyMs })
  const json = redact(`${JSON.stringify(result, null, 2)}\n`)
  await writeTextFile(join(directory, 'result.json'), json)
  await writeTextFile(join(directory, 'report.txt'), text)
  await writeManifestLast(directory, { FORMAT: result.format, COMMAND: 'load', VERSION: result.version, STARTED_AT: startedAt, HARDWARE: hardwareTag, NODE: nodeVersion, RESULT_SHA256: createHash('sha256').update(json).digest('hex') })
  printLine(raw.json === true ? JSON.stringify(result) : `${text}${directory}`)
  return result.baseline.bottleneck || arms.some(({ failed, abandoned }) => failed + abandoned > 0) ? 1 : 0
}
