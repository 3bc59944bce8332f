import { quantileInterval } from '@lat/estimators'
import { normalQuantile } from '@lat/estimators/elementary'

export interface MedianOfRounds {
  readonly medianNs: number
  /** What the rounds say, widened by how much neighbouring rounds resemble each other; an end is `null` where they are too few. */
  readonly overRounds: { readonly lowNs: number | null; readonly highNs: number | null; readonly level: number } | null
  /** Half of that interval in units of the normal law. */
  readonly standardErrorNs: number | null
}

/** Median of one value per round, in the order of the rounds, with the interval of order statistics that allows for dependence. */
export function medianOfRounds(valuesNs: ArrayLike<number>, wanted = 0.95): MedianOfRounds {
  const { estimate, interval } = quantileInterval(valuesNs, 0.5, { level: wanted })
  if (interval === null) return { medianNs: estimate, overRounds: null, standardErrorNs: null }
  const { low, high, level } = interval
  const standardErrorNs = low === null || high === null ? null : (high - low) / (2 * normalQuantile(1 - (1 - wanted) / 2))
  return { medianNs: estimate, overRounds: { lowNs: low, highNs: high, level }, standardErrorNs }
}
