import type { OneAtATime } from '../measure/one-at-a-time.js'
import { probeTargets } from '../measure/probe-targets.js'
import { streamText } from '../measure/stream-text.js'
import type { Round } from '../measure/round.js'
import { runRounds } from '../measure/run-rounds.js'
import type { Conditions } from '../merge/conditions.js'
import type { MeasurementOptions } from '../options/measurement-options.js'
import type { Cadence } from '../plan/cadence.js'
import { planRounds } from '../plan/plan-rounds.js'
import { DIRECT } from '../target/target-option.js'
import { connectTargets } from './connect-targets.js'
import { fetchAnswer } from './fetch-answer.js'
import { idle } from './idle.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Progress } from './progress.js'
import { findUpstreamCount } from './upstream-count.js'

export interface LaneOptions extends Pick<MeasurementOptions, 'rounds' | 'warmupRounds' | 'seed'> {
  /** `direct` among them. */
  readonly targets: readonly MeasuredTarget[]
  readonly body: string
  readonly cadence: Cadence
  readonly allowRemote: boolean
  /** Answers are event streams. */
  readonly stream?: boolean | undefined
  /** Pause before each round. */
  readonly roundGapMs?: number | undefined
  /** Looked at after every round of a run: whether it knows enough. */
  readonly enough?: ((rounds: readonly Round[]) => boolean) | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Targets that share their rounds, probed. */
export interface Lane {
  readonly conditions: Conditions
  /** Whether every round is checked against the upstream's own count. */
  readonly upstreamCounted: boolean
  /** Measures one run on fresh connections, because a server may have closed those that idled since the last. */
  measure(runNumber: number): Promise<{ readonly warmup: readonly Round[]; readonly rounds: readonly Round[] }>
}

/**
 * Makes sure that each target is the upstream behind a gateway; times nothing yet.
 *
 * @throws {GwbenchInputError} naming the target that is not
 */
export async function openLane(options: LaneOptions): Promise<Lane> {
  const { targets, body, cadence, allowRemote, stream = false, enough, roundGapMs, rounds, warmupRounds, seed, progress, signal } = options
  const targetNames = targets.map(({ name }) => name)
  const directIndex = targetNames.indexOf(DIRECT)
  const connected = async <T>(use: (client: OneAtATime) => Promise<T>): Promise<T> => {
    const client = await connectTargets({ targets, body, expect: stream ? 'sse' : 'json', allowRemote })
    return use(client).finally(() => client.close())
  }
  const upstreamCount = await connected(async (client) => {
    const count = await findUpstreamCount(targets[directIndex]!.url)
    await probeTargets({ client, targetNames, upstreamCount: count, directIndex, fetchAnswer: (index) => fetchAnswer(targets[index]!, body, signal), ...(stream ? { textOf: streamText } : {}) })
    return count
  })
  const phase = (client: OneAtATime, what: string, runNumber: number, count: number, stop?: LaneOptions['enough']) =>
    runRounds({
      client,
      targetNames,
      orders: planRounds({ targetCount: targets.length, rounds: count, seed: `${seed} run ${runNumber} ${what}` }),
      cadence,
      upstreamCount,
      what,
      idle,
      signal,
      enough: stop,
      roundGapMs,
      onRound: (done) => progress.update({ what: `run ${runNumber}, ${what}`, done, total: count }),
    })
  return {
    conditions: { cadence, targetNames, bodyBytes: Buffer.byteLength(body) },
    upstreamCounted: upstreamCount !== null,
    measure: (runNumber) =>
      connected(async (client) => ({ warmup: await phase(client, 'warm-up round', runNumber, warmupRounds), rounds: await phase(client, 'round', runNumber, rounds, enough) })),
  }
}
