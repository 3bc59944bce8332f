import { machineFacts } from '@lat/hostgate'
import { writeTextFile } from '@lat/rows/files'
import { join } from 'node:path'
import { footprintSchema } from '../footprint/footprint-schema.js'
import type { Footprint, Spread } from '../footprint/footprint-schema.js'
import { measureFootprint } from '../footprint/measure-footprint.js'
import type { FootprintReading } from '../footprint/measure-footprint.js'
import { packageSize } from '../footprint/package-size.js'
import { GwbenchInputError } from '../errors.js'
import { runConfig } from '../options/run-config.js'
import { optionReader } from '../options/option-reader.js'
import { parseDuration } from '../options/parse-duration.js'
import { requestBody } from '../plan/request-body.js'
import { alignColumns } from '../report/align-columns.js'
import { median } from '../report/median.js'
import { createCrew } from '../run/crew.js'
import { ownVersion, resultsPath } from '../run/locate.js'
import { printLine } from '../run/print-line.js'
import { createResultsDirectory } from '../run/results-directory.js'
import { startDirect } from '../run/start-direct.js'
import { startSubjectTarget } from '../run/start-subject-target.js'
import { withStage } from '../run/with-setting.js'
import { parseSubject } from '../target/parse-subject.js'
import type { SubjectOption } from '../target/parse-subject.js'

export interface RawFootprintOptions {
  readonly subject?: unknown
  readonly packages?: unknown
  readonly starts?: unknown
  readonly vus?: unknown
  readonly duration?: unknown
  readonly fixtures?: unknown
  readonly out?: unknown
  readonly json?: unknown
}

/** What gateways weigh: size, time to ready, memory idle and under load. Each is started afresh several times. */
export async function footprintCommand(raw: RawFootprintOptions): Promise<number> {
  const reader = optionReader()
  const starts = reader.whole('starts', raw.starts, 3, 1, 100)
  const users = reader.whole('vus', raw.vus, 10, 1, 1000)
  const durationText = reader.text('duration', raw.duration, '5s')
  const loadMs = parseDuration(durationText)
  if (loadMs === null || loadMs < 1000) reader.fault('--duration is at least 1s, such as 5s')
  reader.finish()
  const config = runConfig({ subject: raw.subject, packages: raw.packages, fixtures: raw.fixtures, out: raw.out })
  const subjects = config.subjects.length === 0 ? [parseSubject('refgateway') as SubjectOption] : config.subjects
  const startedAt = new Date().toISOString()
  const body = requestBody({ model: config.model, prompt: 'ping' })

  const result = await withStage(async (stage) => {
    const { signal, progress, stamp } = stage
    const direct = await startDirect({ fixtures: config.fixtures, port: 0 }, stage)
    const found: Footprint['subjects'] = []
    for (const subject of subjects) {
      const readings: FootprintReading[] = []
      let last: { readonly file: string; readonly sha256: string | null; readonly version: string | null } | null = null
      for (let start = 0; start < starts; start += 1) {
        const crew = createCrew()
        try {
          const target = await crew.enlist(startSubjectTarget({ subject, upstreamUrl: new URL(direct.url).origin, stamp, packages: config.packages, progress, signal }))
          last = target
          readings.push(await measureFootprint(target, { body, users, loadMs: loadMs!, signal }))
        } catch (error) {
          if (signal.aborted) throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted: what was started is stopped.', { cause: error })
          throw error
        } finally {
          await crew.dismiss()
        }
      }
      const { file, sha256, version } = last!
      const size = packageSize(file)
      const of = (key: keyof FootprintReading): Spread => spread(readings.map((reading) => reading[key]))
      found.push({
        name: subject.name, version, file, sha256: sha256!, sizeBytes: size.bytes, sizeOf: size.of, processes: readings[0]!.processes,
        readyMs: of('readyMs'), idleRssBytes: of('idleRssBytes'), loadedRssBytes: of('loadedRssBytes'), cpuSecondsPerSecond: of('cpuSecondsPerSecond'), requestsPerSecond: of('requestsPerSecond'),
      })
    }
    const { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion } = await machineFacts()
    return footprintSchema.parse({ format: 'lat-gwbench-footprint 1', version: ownVersion(), startedAt, starts, users, loadSeconds: loadMs! / 1000, machine: { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion }, subjects: found })
  })
  const text = footprintText(result)
  const directory = createResultsDirectory(resultsPath(config.out), { startedAt, command: 'footprint', cadence: 'none', targetCount: subjects.length })
  await writeTextFile(join(directory, 'result.json'), `${JSON.stringify(result, null, 2)}\n`)
  await writeTextFile(join(directory, 'report.txt'), text)
  printLine(raw.json === true ? JSON.stringify(result) : `${text}${directory}`)
  return 0
}

function spread(values: readonly number[]): Spread {
  return { lowest: Math.min(...values), median: median(values), highest: Math.max(...values) }
}

function footprintText({ subjects, starts, users, loadSeconds, machine }: Footprint): string {
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(1)
  const rows = subjects.map(({ name, version, sizeBytes, sizeOf, processes, readyMs, idleRssBytes, loadedRssBytes, cpuSecondsPerSecond, requestsPerSecond }) => [
    name, version ?? '-', `${mib(sizeBytes)} (${sizeOf})`, String(processes), readyMs.median.toFixed(0), mib(idleRssBytes.median), mib(loadedRssBytes.median), (cpuSecondsPerSecond.median * 100).toFixed(0), requestsPerSecond.median.toFixed(0),
  ])
  return [
    `medians of ${starts} ${starts === 1 ? 'start' : 'starts'}; load: ${users} users for ${loadSeconds} s`,
    ...alignColumns([['subject', 'version', 'size MiB', 'processes', 'ready ms', 'idle RSS MiB', 'loaded RSS MiB', 'CPU %', 'requests/s'], ...rows]),
    `${machine.hardwareTag}, ${machine.cpuModel}, ${machine.platform} ${machine.kernel}, Node ${machine.nodeVersion}`,
    '',
  ].join('\n')
}
