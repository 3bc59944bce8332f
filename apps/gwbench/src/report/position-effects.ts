import { quantile } from '@lat/estimators'
import type { MergedRuns } from '../merge/merge-runs.js'
import { latencyNs } from '../measure/round.js'
import { positionCounts } from '../plan/position-counts.js'
import { medianOfRounds } from './median-of-rounds.js'
import type { PositionEffect } from './result-schema.js'

/**
 * What the place in the round does to a request, whatever its target: the median, over all targets, of each latency
 * minus the median of its own target.
 *
 * Balanced orders spread such an effect over all targets alike; this says how much there was to spread.
 */
export function positionEffects(merged: MergedRuns): readonly PositionEffect[] {
  const { targetNames } = merged.conditions
  const medians = targetNames.map((name) => quantile(merged.latenciesNs(name), 0.5))
  const counts = positionCounts(merged.rounds().map(({ order }) => order), targetNames.length)
  return targetNames.map((_, position) => {
    const visits = counts.map((ofTarget) => ofTarget[position]!)
    const residuals = merged.rounds().map(({ order, readings }) => latencyNs(readings[order[position]!]!) - medians[order[position]!]!)
    const { medianNs, standardErrorNs } = medianOfRounds(residuals)
    return { position, effectNs: medianNs, standardErrorNs, fewestVisits: Math.min(...visits), mostVisits: Math.max(...visits) }
  })
}
