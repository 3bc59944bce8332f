import { keepAwake, machineFacts } from '@lat/hostgate'
import { anytime, ROUNDS_PER_BLOCK } from '../decide/anytime.js'
import type { AnytimeOptions } from '../decide/anytime.js'
import type { Budget } from '../decide/parse-budget.js'
import type { RunRecord } from '../merge/run-record.js'
import { GwbenchInputError } from '../errors.js'
import type { Round } from '../measure/round.js'
import type { MeasurementOptions } from '../options/measurement-options.js'
import { cadenceName } from '../plan/cadence.js'
import type { ResultContext } from '../report/build-result.js'
import { displayUrl } from '../target/display-url.js'
import { DIRECT, isControl } from '../target/target-option.js'
import { gateThisMachine } from './gate-this-machine.js'
import { ownVersion } from './locate.js'
import { openLane } from './open-lane.js'
import type { Progress } from './progress.js'
import { createResultsDirectory } from './results-directory.js'
import { selfReported } from './self-reported.js'
import type { Setting } from './setting.js'
import { writeRounds } from './write-rounds.js'

export interface MeasureRunsOptions extends MeasurementOptions {
  readonly command: string
  /** Answers are event streams. */
  readonly stream?: boolean | undefined
  /** Pause before each round. */
  readonly roundGapMs?: number | undefined
  readonly setting: Setting
  readonly body: string
  readonly allowRemote: boolean
  readonly resultsDir: string
  readonly progress: Progress
  readonly signal: AbortSignal
  /** Sets the stage afresh for every run after the first; each run is then a launch. */
  readonly relaunch?: (() => Promise<Setting>) | undefined
  readonly budgets?: readonly Budget[] | undefined
  /** Half width at which an overhead counts as known; `rounds` is then the most there are. */
  readonly untilNs?: number | null | undefined
}

export interface MeasuredRuns {
  readonly records: readonly RunRecord[]
  /** All that a result says beside its rounds. */
  readonly context: Omit<ResultContext, 'command'> & { readonly directory: string }
  /** Why fewer runs were kept than asked for, or `null`. */
  readonly refusal: string | null
}

/** Measures a setting and keeps its rounds on disk after every run. */
export async function measureRuns(options: MeasureRunsOptions): Promise<MeasuredRuns> {
  const { command, setting, resultsDir, cadence, seed, maximumLoad, progress, relaunch, budgets, untilNs = null, body, signal } = options
  const startedAt = new Date().toISOString()
  const awake = await keepAwake()
  try {
    const targetNames = setting.targets.map(({ name }) => name)
    const stranger = (budgets ?? []).flatMap(({ treatment, baseline }) => [treatment, baseline]).find((name) => name !== null && !targetNames.includes(name))
    if (stranger !== undefined) throw new GwbenchInputError('LAT_GWBENCH_USAGE', `--budget names "${stranger}", which is no target of this run; there are ${targetNames.join(', ')}.`)
    const watch: AnytimeOptions | null = untilNs === null ? null : { targetNames, directIndex: targetNames.indexOf(DIRECT), watched: targetNames.flatMap((name, index) => (name === DIRECT || isControl(name) ? [] : [index])), untilNs }
    const enough = watch === null ? undefined : (rounds: readonly Round[]) => rounds.length % ROUNDS_PER_BLOCK === 0 && anytime(rounds, watch).reached
    const open = (targets: Setting['targets']) => openLane({ ...options, targets, enough })
    let targets = setting.targets
    let lane = await open(targets)
    let directory: string | null = null
    let records: readonly RunRecord[] = []
    const { refusal } = await gateThisMachine({
      ...options,
      measure: async (runNumber) => {
        if (relaunch !== undefined && runNumber > 0) {
          targets = (await relaunch()).targets
          lane = await open(targets)
        }
        return lane.measure(runNumber)
      },
      onRun: (runs) => {
        records = runs.map(({ measured, ...gated }) => ({ ...gated, ...measured, conditions: lane.conditions }))
        directory ??= createResultsDirectory(resultsDir, { startedAt, command, cadence: cadenceName(cadence), targetCount: setting.targets.length })
        writeRounds(directory, records)
      },
    })
    const own = await Promise.all(targets.map((target) => selfReported(target, body, signal)))
    const { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion } = await machineFacts()
    const context = {
      version: ownVersion(),
      startedAt,
      seed,
      maximumLoad,
      machine: { hardwareTag, cpuModel, coreCount, platform, kernel, nodeVersion },
      targets: targets.map(({ name, url, parallelism, sha256, key }, index) => ({ name, url: displayUrl(url), parallelism, sha256, hasKey: key !== null, selfReported: own[index]! })),
      twin: setting.twin,
      planted: setting.planted,
      upstreamCounted: lane.upstreamCounted,
      budgets: budgets ?? [],
      sequence: watch === null ? null : anytime(records.find(({ kept }) => kept)!.rounds, watch),
      launches: relaunch === undefined ? 1 : records.length,
      directory: directory!,
    }
    return { records, context, refusal }
  } finally {
    progress.done()
    await awake.release()
  }
}
