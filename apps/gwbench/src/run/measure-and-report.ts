import { keepAwake, machineFacts } from '@lat/hostgate'
import { mergeRuns } from '../merge/merge-runs.js'
import type { RunRecord } from '../merge/run-record.js'
import type { MeasurementOptions } from '../options/measurement-options.js'
import { cadenceName } from '../plan/cadence.js'
import { buildResult } from '../report/build-result.js'
import type { GwbenchResult } from '../report/result-schema.js'
import { displayUrl } from '../target/display-url.js'
import { gateThisMachine } from './gate-this-machine.js'
import { ownVersion } from './locate.js'
import { openLane } from './open-lane.js'
import type { Progress } from './progress.js'
import { createResultsDirectory } from './results-directory.js'
import type { Setting } from './setting.js'
import { writeResult } from './write-result.js'
import { writeRounds } from './write-rounds.js'

export interface MeasureAndReportOptions extends MeasurementOptions {
  readonly command: GwbenchResult['command']
  readonly setting: Setting
  readonly body: string
  readonly allowRemote: boolean
  readonly resultsDir: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface Reported {
  readonly result: GwbenchResult
  /** Why fewer runs were kept than asked for, or `null`. */
  readonly refusal: string | null
}

/** Measures a setting, keeps its rounds on disk after every run, and writes the result beside them. */
export async function measureAndReport(options: MeasureAndReportOptions): Promise<Reported> {
  const { command, setting, resultsDir, cadence, seed, maximumLoad, progress } = options
  const startedAt = new Date().toISOString()
  const awake = await keepAwake()
  try {
    const lane = await openLane({ ...options, targets: setting.targets })
    let directory: string | null = null
    let records: readonly RunRecord[] = []
    const { refusal } = await gateThisMachine({
      ...options,
      measure: (runNumber) => lane.measure(runNumber),
      onRun: (runs) => {
        records = runs.map(({ measured, ...gated }) => ({ ...gated, ...measured, conditions: lane.conditions }))
        directory ??= createResultsDirectory(resultsDir, { startedAt, command, cadence: cadenceName(cadence), targetCount: setting.targets.length })
        writeRounds(directory, records)
      },
    })
    const { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion } = await machineFacts()
    const result = buildResult(records, mergeRuns(records), {
      command,
      version: ownVersion(),
      startedAt,
      seed,
      maximumLoad,
      machine: { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion },
      targets: setting.targets.map(({ name, url, parallelism, sha256, key }) => ({ name, url: displayUrl(url), parallelism, sha256, hasKey: key !== null })),
      twin: setting.twin,
      planted: setting.planted,
      upstreamCounted: lane.upstreamCounted,
      directory,
    })
    await writeResult(directory!, records, result)
    return { result, refusal }
  } finally {
    progress.done()
    await awake.release()
  }
}
