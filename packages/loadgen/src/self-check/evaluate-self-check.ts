import type { SelfCheckProfile } from './profile.js'
import type { Signals } from './signals.js'

/** Whose number a cell is: the subject's (`clean`), or the generator's, or the host's. */
export type SelfCheckVerdict = 'clean' | 'generator-limited' | 'host-contended' | 'unknown'

export interface Evidence {
  readonly signal: string
  readonly value: number | null
  readonly unit: 'ns' | 'share' | 'per-second' | 'count' | 'ms'
  /** Largest value that accuses nobody; `null` for a signal that is recorded only. */
  readonly limit: number | null
  readonly exceeded: boolean
  readonly accuses: 'generator' | 'host' | null
}

export interface SelfCheck {
  readonly verdict: SelfCheckVerdict
  /** The signals beyond their limits, or why there is no verdict; empty when clean. */
  readonly reasons: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly profile: string
}

function evidenceOf(signals: Signals, { limits }: SelfCheckProfile): Evidence[] {
  const make = (signal: string, value: number | null, unit: Evidence['unit'], limit: number | null, accuses: Evidence['accuses']): Evidence => ({
    signal,
    value,
    unit,
    limit,
    exceeded: value !== null && limit !== null && value > limit,
    accuses,
  })
  const switches = signals.involuntarySwitchesPerSecond
  return [
    make('run-queue-delay', signals.runQueueShare, 'share', limits.runQueueShare, 'host'),
    make('involuntary-switches', switches, 'per-second', signals.runQueueShare === null ? limits.involuntarySwitchesPerSecond : null, 'host'),
    make('stolen-time', signals.stolenShare, 'share', limits.stolenShare, 'host'),
    make('wall-clock-drift', Math.abs(signals.wallDriftMs), 'ms', limits.wallDriftMs, 'host'),
    make('lateness-p99', signals.latenessP99Ns, 'ns', limits.latenessP99Ns, 'generator'),
    make('event-loop-delay-p99', signals.eventLoopDelayP99Ns, 'ns', limits.eventLoopDelayP99Ns, 'generator'),
    make('io-thread-cpu', signals.ioCpuShare, 'share', limits.ioCpuShare, 'generator'),
    make('slots-exhausted', signals.slotsExhausted ? signals.droppedShare : 0, 'share', limits.droppedShare, 'generator'),
    make('stalled-arrivals', signals.stalledArrivals, 'count', 0, 'generator'),
    make('event-loop-delay-max', signals.eventLoopDelayMaxNs, 'ns', null, null),
    make('worst-ten-ms-sends', signals.worstTenMsSends, 'count', null, null),
    make('planned-ten-ms-sends', signals.plannedTenMsSends, 'count', null, null),
    make('longest-collection', signals.longestCollectionNs, 'ns', null, null),
    make('reconnects', signals.reconnects, 'count', null, null),
    make('canary-p50', signals.canaryP50Ns, 'ns', null, null),
    make('canary-p90', signals.canaryP90Ns, 'ns', null, null),
    make('canaries', signals.canaryCount, 'count', null, null),
  ]
}

/**
 * Decides from a cell's own signals whether its latencies can be the subject's.
 *
 * A loop that waits for the CPU looks late from inside in the same way as a loop that is busy itself:
 * only the time in the run queue tells them apart, so it is judged first.
 */
export function evaluateSelfCheck(signals: Signals, profile: SelfCheckProfile): SelfCheck {
  const evidence = evidenceOf(signals, profile)
  const exceeded = evidence.filter((entry) => entry.exceeded)
  const made = (verdict: SelfCheckVerdict, reasons: readonly string[]): SelfCheck => ({ verdict, reasons, evidence, profile: profile.name })

  const accused = (who: Evidence['accuses']): boolean => exceeded.some(({ accuses }) => accuses === who)
  const reasons = exceeded.map(({ signal }) => signal)
  // A pool that ran dry is the generator's own limit, however busy the host is.
  if (reasons.includes('slots-exhausted')) return made('generator-limited', reasons)
  if (accused('host')) return made('host-contended', reasons)
  if (accused('generator')) return made('generator-limited', reasons)
  if (signals.aborted) return made('unknown', ['aborted'])
  if (signals.sent < profile.fewestSent) return made('unknown', [`only-${signals.sent}-sent`])
  return made('clean', [])
}
