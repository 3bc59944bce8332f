import { confidenceSequence, quantile } from '@lat/estimators'
import { latencyNs } from '../measure/round.js'
import type { Round } from '../measure/round.js'
import type { Sequence } from '../report/result-schema.js'

/** Neighbouring rounds resemble each other; the medians of blocks of them hardly do. */
export const ROUNDS_PER_BLOCK = 20
const LEVEL = 0.95

export interface AnytimeOptions {
  readonly targetNames: readonly string[]
  /** Targets whose overhead has to be known, by index. */
  readonly watched: readonly number[]
  readonly directIndex: number
  /** Half width at which an overhead counts as known. */
  readonly untilNs: number
}

/**
 * What may be said about each overhead after any number of rounds, however often one has looked before: intervals for the
 * median of the block medians that hold at every look together.
 */
export function anytime(rounds: readonly Round[], { targetNames, watched, directIndex, untilNs }: AnytimeOptions): Sequence {
  const blocks = Math.floor(rounds.length / ROUNDS_PER_BLOCK)
  const targets = watched.map((target) => {
    const medians = Array.from({ length: blocks }, (_, block) =>
      quantile(rounds.slice(block * ROUNDS_PER_BLOCK, (block + 1) * ROUNDS_PER_BLOCK).map(({ readings }) => latencyNs(readings[target]!) - latencyNs(readings[directIndex]!)), 0.5),
    )
    const interval = blocks === 0 ? { low: null, high: null } : confidenceSequence(medians, { level: LEVEL }).interval
    const known = interval.low !== null && interval.high !== null && interval.high - interval.low <= 2 * untilNs
    return { name: targetNames[target]!, lowNs: interval.low, highNs: interval.high, known }
  })
  return { untilNs, level: LEVEL, rounds: rounds.length, roundsPerBlock: ROUNDS_PER_BLOCK, reached: targets.every(({ known }) => known), targets }
}
