import { minimumSamples } from '@lat/estimators'
import type { Difference, GwbenchResult, PositionEffect } from './result-schema.js'
import { formatUs } from './format-us.js'

export interface Remarkable {
  readonly targets: GwbenchResult['targets']
  readonly overhead: readonly Difference[]
  readonly controls: GwbenchResult['controls']
  readonly positions: readonly PositionEffect[]
  readonly roundCount: number
  readonly upstreamCounted: boolean
}

/** Two small writes, the second held by Nagle until a delayed acknowledgement comes. */
const NAGLE_NS = { from: 38e6, to: 45e6 }

/** What a reader should know before believing the tables. */
export function remarks({ targets, overhead, controls, positions, roundCount, upstreamCounted }: Remarkable): readonly string[] {
  const notes: string[] = []
  const fewest = minimumSamples(0.99)
  if (roundCount < fewest) notes.push(`${roundCount} rounds do not resolve a P99, which takes ${fewest}: read it as the largest value.`)
  const { twin, planted } = controls
  if (twin === null) notes.push('No A/A control in this run, so P90 and P99 of paired differences are left out: nothing shows how much of them is noise.')
  if (twin?.withinThreeErrors === false) {
    notes.push(`The A/A control reads ${formatUs(twin.pairedNs.p50Ns)} where the truth is 0, more than 3 standard errors: do not believe differences of that size.`)
  }
  if (planted?.recoveredWithinTwoPercent === false) notes.push('The planted delay was not recovered within 2 %: do not believe this run.')
  if (planted?.transparentBelowAFifth === false) notes.push('A relay that does nothing costs a fifth of the plant or more: the machine is busy, or slow, beyond what this run can tell apart.')
  for (const { treatment, pairedNs } of overhead) {
    if (pairedNs.p50Ns >= NAGLE_NS.from && pairedNs.p50Ns <= NAGLE_NS.to) {
      notes.push(`${treatment} adds ${formatUs(pairedNs.p50Ns)}, the 40 ms of a delayed acknowledgement: it writes an answer in two parts without TCP_NODELAY.`)
    }
  }
  for (const { name, reconnects } of targets) {
    if (reconnects > 0) notes.push(`${name} had to be connected to anew for ${reconnects} of ${roundCount} timed requests, and the time that took is in its latency.`)
  }
  const seen = positions.filter(({ effectNs, standardErrorNs }) => standardErrorNs !== null && Math.abs(effectNs) > 3 * standardErrorNs)
  if (seen.length > 0) {
    const largest = seen.reduce((a, b) => (Math.abs(b.effectNs) > Math.abs(a.effectNs) ? b : a))
    notes.push(`Requests at position ${largest.position + 1} of a round read ${formatUs(largest.effectNs, true)} apart from their target's median; every target stood there equally often, so pairing keeps it out of the differences.`)
  }
  if (!upstreamCounted) notes.push('The upstream does not say how many requests it got, so an answer from a cache, a retry or another upstream would not have been noticed.')
  return notes
}
