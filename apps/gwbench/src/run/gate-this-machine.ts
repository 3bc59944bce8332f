import { readLoadAverages, systemHost } from '@lat/hostgate'
import { setTimeout as sleep } from 'node:timers/promises'
import { GwbenchInputError } from '../errors.js'
import type { MeasurementOptions } from '../options/measurement-options.js'
import { runLine } from '../report/run-line.js'
import { gatedRuns } from './gated-runs.js'
import type { GatedRun, GatedRuns } from './gated-runs.js'
import type { Progress } from './progress.js'

export interface GateOptions<T> extends Pick<MeasurementOptions, 'runs' | 'maximumLoad' | 'waitMs'> {
  readonly measure: (runNumber: number) => Promise<T>
  readonly onRun?: ((runs: readonly GatedRun<T>[]) => void) | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

const SAY_EVERY_MS = 60_000

/** `gatedRuns` by the load of this machine, with a line for everything it decides. */
export async function gateThisMachine<T>({ runs, maximumLoad, waitMs, measure, onRun, progress, signal }: GateOptions<T>): Promise<GatedRuns<T>> {
  const host = systemHost()
  let saidMs = -Infinity
  return gatedRuns({
    runs,
    maximumLoad,
    waitMs,
    load: { readLoad: () => readLoadAverages(host), clock: { nowMs: () => host.nowMs(), sleep: (ms) => waitForLoad(ms, signal) } },
    measure,
    onWaiting: (load1, waitedMs) => {
      if (host.nowMs() - saidMs < SAY_EVERY_MS) return
      saidMs = host.nowMs()
      progress.note(`load ${load1.toFixed(2)} is above ${maximumLoad}; waited ${Math.round(waitedMs / 1000)} s of ${Math.round(waitMs / 1000)} s`)
    },
    onRun: (done) => {
      progress.note(runLine({ run: done.length - 1, ...done.at(-1)! }))
      onRun?.(done)
    },
  })
}

async function waitForLoad(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (cause) {
    throw new GwbenchInputError('LAT_GWBENCH_INTERRUPTED', 'Interrupted while waiting for the load to fall; nothing more was measured.', { cause })
  }
}
