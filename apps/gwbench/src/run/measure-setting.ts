import { readLoadAverages, systemHost } from '@lat/hostgate'
import { createOneAtATime } from '@lat/loadgen'
import { setTimeout as sleep } from 'node:timers/promises'
import { GwbenchInputError } from '../errors.js'
import { probeTargets } from '../measure/probe-targets.js'
import { runRounds } from '../measure/run-rounds.js'
import type { Conditions } from '../merge/conditions.js'
import type { RunRecord } from '../merge/run-record.js'
import type { MeasurementOptions } from '../options/measurement-options.js'
import { planRounds } from '../plan/plan-rounds.js'
import { DIRECT } from '../target/target-option.js'
import { runLine } from '../report/run-line.js'
import { fetchAnswer } from './fetch-answer.js'
import { idle } from './idle.js'
import { measureRuns } from './measure-runs.js'
import type { MeasuredRuns } from './measure-runs.js'
import type { Progress } from './progress.js'
import { requestHeaders } from './request-headers.js'
import type { Setting } from './setting.js'
import { findUpstreamCount } from './upstream-count.js'

export interface MeasureSettingOptions extends MeasurementOptions {
  readonly setting: Setting
  readonly body: string
  readonly allowRemote: boolean
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly onRun?: (runs: readonly RunRecord[]) => Promise<void> | void
}

export interface MeasuredSetting extends MeasuredRuns {
  /** Whether every round was checked against the upstream's own count. */
  readonly upstreamCounted: boolean
}

/** Probes the targets, then measures them run by run behind the load gate. */
export async function measureSetting(options: MeasureSettingOptions): Promise<MeasuredSetting> {
  const { setting, body, allowRemote, cadence, seed, rounds, warmupRounds, runs, maximumLoad, waitMs, progress, signal, onRun } = options
  const { targets } = setting
  const targetNames = targets.map(({ name }) => name)
  const conditions: Conditions = { cadence, targetNames, bodyBytes: Buffer.byteLength(body) }
  const client = await createOneAtATime({ targets: targets.map((target) => ({ name: target.name, url: target.url, headers: requestHeaders(target), body, expect: 'json' as const })), allowRemote })
  try {
    const upstreamCount = await findUpstreamCount(targets[0]!.url)
    await probeTargets({ client, targetNames, upstreamCount, directIndex: targetNames.indexOf(DIRECT), fetchAnswer: (index) => fetchAnswer(targets[index]!, body, signal) })
    const phase = (what: string, runNumber: number, count: number) =>
      runRounds({
        client,
        targetNames,
        orders: planRounds({ targetCount: targets.length, rounds: count, seed: `${seed} run ${runNumber} ${what}` }),
        cadence,
        upstreamCount,
        what,
        idle,
        signal,
        onRound: (done) => progress.update({ what: `run ${runNumber} ${what}`, done, total: count }),
      })
    const host = systemHost()
    const measured = await measureRuns({
      runs,
      maximumLoad,
      waitMs,
      load: { readLoad: () => readLoadAverages(host), clock: { nowMs: () => host.nowMs(), sleep: (ms) => waitForLoad(ms, signal) } },
      conditions,
      measure: async (runNumber) => ({ warmup: await phase('warm-up round', runNumber, warmupRounds), rounds: await phase('round', runNumber, rounds) }),
      onWaiting: (load1, waitedMs) => progress.note(`load ${load1.toFixed(2)} is above ${maximumLoad}; waited ${Math.round(waitedMs / 1000)} s of ${Math.round(waitMs / 1000)} s`),
      onRun: async (done) => {
        const { number, ...last } = done.at(-1)!
        progress.note(runLine({ run: number, ...last }))
        await onRun?.(done)
      },
    })
    return { ...measured, upstreamCounted: upstreamCount !== null }
  } finally {
    progress.done()
    await client.close()
  }
}

async function waitForLoad(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (cause) {
    throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted while waiting for the load to fall; nothing was measured.', { cause })
  }
}
