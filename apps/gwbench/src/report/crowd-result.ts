import type { RunRecord } from '../merge/run-record.js'
import { mergeRuns } from '../merge/merge-runs.js'
import { DIRECT } from '../target/target-option.js'
import { difference } from './difference.js'

/** Runs of one target under one cadence: with nobody but `direct` in its rounds, and with everybody. */
export interface CrowdRuns {
  readonly target: string
  readonly cadence: string
  readonly alone: readonly RunRecord[]
  readonly crowded: readonly RunRecord[]
}

export interface CrowdFinding {
  readonly target: string
  readonly cadence: string
  /** Paired overhead with `direct` alone in the round, and with all targets. */
  readonly aloneUs: number
  readonly aloneSeUs: number | null
  readonly crowdedUs: number
  readonly crowdedSeUs: number | null
  readonly crowdedToAlone: number
  readonly roundsEach: number
}

/** How the paired overhead of a target changes with the number of targets that share its rounds. */
export function crowdFinding({ target, cadence, alone, crowded }: CrowdRuns): CrowdFinding {
  const [a, c] = [alone, crowded].map((runs) => difference(mergeRuns(runs), target, DIRECT)) as [ReturnType<typeof difference>, ReturnType<typeof difference>]
  const us = (ns: number | null) => (ns === null ? null : Math.round(ns) / 1000)
  return {
    target,
    cadence,
    aloneUs: us(a.pairedNs.p50Ns)!,
    aloneSeUs: us(a.standardErrorNs),
    crowdedUs: us(c.pairedNs.p50Ns)!,
    crowdedSeUs: us(c.standardErrorNs),
    crowdedToAlone: c.pairedNs.p50Ns / a.pairedNs.p50Ns,
    roundsEach: a.count,
  }
}
