import type { MergedRuns } from '../merge/merge-runs.js'
import type { RunRecord } from '../merge/run-record.js'
import { cadenceName } from '../plan/cadence.js'
import { DIRECT } from '../target/target-option.js'
import { difference } from './difference.js'
import { plantedControl } from './planted-control.js'
import { positionEffects } from './position-effects.js'
import { quantileTriple } from './quantile-triple.js'
import { remarks } from './remarks.js'
import type { GwbenchResult } from './result-schema.js'
import { twinControl } from './twin-control.js'

/** Two targets that stand for a control. */
export interface ControlPair {
  readonly treatment: string
  readonly baseline: string
}

/** What a result says about a run beside its rounds. */
export interface ResultContext {
  readonly command: GwbenchResult['command']
  readonly version: string
  readonly startedAt: string
  readonly seed: string
  readonly maximumLoad: number
  readonly machine: GwbenchResult['machine']
  readonly targets: readonly Omit<GwbenchResult['targets'][number], 'latencyNs' | 'reconnects'>[]
  /** A second instance of a target, and the target. */
  readonly twin: ControlPair | null
  /** A relay that holds answers back, and one that does not. */
  readonly planted: ControlPair | null
  readonly upstreamCounted: boolean
  readonly directory: string | null
}

/** Everything a reader gets to know, from the rounds alone and the context they were measured in. */
export function buildResult(runs: readonly RunRecord[], merged: MergedRuns, context: ResultContext): GwbenchResult {
  const { conditions } = merged
  const { command, version, startedAt, seed, maximumLoad, machine, targets, twin, planted, directory } = context
  const kept = runs.find((run) => run.kept)!
  const overhead = conditions.targetNames.filter((name) => name !== DIRECT).map((name) => difference(merged, name, DIRECT))
  const controls = {
    twin: twin === null ? null : twinControl(merged, twin.treatment, twin.baseline),
    planted: planted === null ? null : plantedControl(merged, planted.treatment, planted.baseline),
  }
  const positions = [...positionEffects(merged)]
  const reported = targets.map((target) => ({
    ...target,
    latencyNs: quantileTriple(merged.latenciesNs(target.name)),
    reconnects: merged.readings(target.name).filter(({ reconnected }) => reconnected).length,
  }))
  return {
    format: 'lat-gwbench 1',
    command,
    version,
    startedAt,
    conditions: {
      cadence: cadenceName(conditions.cadence),
      targetCount: conditions.targetNames.length,
      bodyBytes: conditions.bodyBytes,
      roundsPerRun: kept.rounds.length,
      warmupRounds: kept.warmup.length,
      seed,
      maximumLoad,
    },
    machine,
    targets: reported,
    runs: runs.map(({ number, kept, loadStart, loadEnd, rounds, warmup }) => ({ run: number, kept, loadStart, loadEnd, rounds: rounds.length, warmupRounds: warmup.length })),
    overhead,
    controls,
    positions,
    // Every round was checked against the upstream's count, and one that did not agree ended the run.
    upstreamRequestsPerRequest: context.upstreamCounted ? 1 : null,
    notes: [...remarks({ targets: reported, overhead, controls, positions, roundCount: merged.roundCount, upstreamCounted: context.upstreamCounted })],
    directory,
  }
}
