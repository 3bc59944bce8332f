import type { Reading } from '../src/measure/round.js'
import type { RunRecord } from '../src/merge/run-record.js'
import { planRounds } from '../src/plan/plan-rounds.js'
import type { Cadence } from '../src/plan/cadence.js'

export interface RunShape {
  readonly number?: number
  readonly kept?: boolean
  readonly cadence?: Cadence
  readonly targetNames?: readonly string[]
  readonly bodyBytes?: number
  readonly roundCount?: number
  readonly loadStart?: number
  readonly loadEnd?: number | null
  /** Latency of a target in a round, and what was planted into it. */
  readonly latencyNs?: (target: string, round: number, position: number) => number
  readonly plantedNs?: (target: string, round: number) => number | null
}

/** A run with the latencies that a test chooses. */
export function makeRun(shape: RunShape = {}): RunRecord {
  const { number = 0, kept = true, cadence = { kind: 'primed' }, targetNames = ['direct', 'a'], bodyBytes = 80, roundCount = 4, loadStart = 0.5, loadEnd = 0.7 } = shape
  const { latencyNs = (target, round) => (target === 'direct' ? 100_000 : 150_000) + round * 1000, plantedNs = () => null } = shape
  const rounds = planRounds({ targetCount: targetNames.length, rounds: roundCount, seed: `run ${number}` }).map((order, round) => {
    const readings: Reading[] = []
    order.forEach((target, position) => {
      const lastByteNs = latencyNs(targetNames[target]!, round, position)
      readings[target] = { writtenNs: 10, firstByteNs: lastByteNs - 5, lastByteNs, plantedNs: plantedNs(targetNames[target]!, round), reconnected: false }
    })
    return { number: round, order, readings }
  })
  return { number, kept, loadStart, loadEnd, conditions: { cadence, targetNames, bodyBytes }, warmup: rounds.slice(0, 1), rounds }
}
