import { budgetVerdicts } from '../decide/budget-verdicts.js'
import type { Budget } from '../decide/parse-budget.js'
import { separations } from '../decide/separations.js'
import type { MergedRuns } from '../merge/merge-runs.js'
import type { RunRecord } from '../merge/run-record.js'
import { cadenceName } from '../plan/cadence.js'
import { DIRECT, isControl } from '../target/target-option.js'
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
  readonly targets: readonly (Omit<GwbenchResult['targets'][number], 'latencyNs' | 'reconnects' | 'selfReported'> & { readonly selfReported?: GwbenchResult['targets'][number]['selfReported'] })[]
  /** A second instance of a target, and the target. */
  readonly twin: ControlPair | null
  /** A relay that holds answers back, and one that does not. */
  readonly planted: ControlPair | null
  readonly upstreamCounted: boolean
  readonly budgets?: readonly Budget[]
  readonly sequence?: GwbenchResult['sequence']
  readonly launches?: number
  readonly directory: string | null
}

/** A fixed-size interval of a run that stopped when it was content errs more often than its level says. */
const STOPPED = 'This run stopped when it knew enough, so the intervals of its tables are a little too narrow: quote those of --until, which hold at any number of rounds.'

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
  // A control is no candidate, and one that the user named is no more than its twin.
  const candidates = overhead.map(({ treatment }) => treatment).filter((name) => name !== twin?.treatment && !isControl(name) && name !== planted?.treatment)
  const reported = targets.map((target) => ({
    selfReported: [],
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
    separations: [...separations(merged, candidates, controls.twin?.resolutionFloorNs ?? null)],
    budgets: [...budgetVerdicts(merged, context.budgets ?? [], candidates)],
    sequence: context.sequence ?? null,
    launches: context.launches ?? 1,
    positions,
    // Every round was checked against the upstream's count, and one that did not agree ended the run.
    upstreamRequestsPerRequest: context.upstreamCounted ? 1 : null,
    notes: [...(context.sequence ? [STOPPED] : []), ...remarks({ targets: reported, overhead, controls, positions, roundCount: merged.roundCount, upstreamCounted: context.upstreamCounted })],
    directory,
  }
}
