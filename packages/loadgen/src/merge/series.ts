import { quantile, quantiles, resolvesQuantile } from '@lat/estimators'
import { durationNs, responseNs, serviceNs, waitingNs } from '@lat/rows'
import type { MergeableRow } from './generator.js'

/** Times that a merge reports, each with where it starts and ends. None is called latency. */
export const seriesNames = ['response', 'duration', 'waiting', 'service'] as const
export type SeriesName = (typeof seriesNames)[number]

/** The instant at which a request was due stands in the rows of this generator only. */
export const seriesReaders: Readonly<Record<SeriesName, (row: MergeableRow) => number | null>> = {
  response: (row) => ('scheduledNs' in row ? responseNs(row) : null),
  duration: durationNs,
  waiting: waitingNs,
  service: serviceNs,
}

const LEVELS = [0.5, 0.9, 0.99, 0.999] as const

/** P50, P90, P99 and P99.9; `null` where there are too few values to resolve one. */
export type QuantileRow = readonly [number | null, number | null, number | null, number | null]

export interface GeneratorSeries {
  readonly count: number
  readonly quantilesNs: QuantileRow
}

/** Quantiles of one series of one generator; `null` where its engine does not measure it, or nothing was answered. */
export function generatorSeries(values: readonly number[]): GeneratorSeries | null {
  if (values.length === 0) return null
  const read = quantiles(values, [...LEVELS])
  return { count: values.length, quantilesNs: LEVELS.map((q, index) => (resolvesQuantile(values.length, q) ? read[index]! : null)) as unknown as QuantileRow }
}

/** One quantile across generators. */
export interface CombinedQuantile {
  /** Median over the generators of their own quantile: each has one voice, however many requests it sent. */
  readonly medianOfGeneratorsNs: number | null
  readonly lowestNs: number | null
  readonly highestNs: number | null
  /** Quantile of all their values together. Never an average of quantiles. */
  readonly pooledNs: number | null
}

export interface CombinedSeries {
  readonly count: number
  readonly p50: CombinedQuantile
  readonly p90: CombinedQuantile
  readonly p99: CombinedQuantile
  readonly p999: CombinedQuantile
}

/** Combines a series across generators: of each its own quantiles first, then the median of those. */
export function combinedSeries(perGenerator: readonly (readonly number[])[]): CombinedSeries | null {
  const measured = perGenerator.map(generatorSeries).filter((series) => series !== null)
  const pooled = generatorSeries(perGenerator.flat())
  if (pooled === null || measured.length < perGenerator.length) return null
  const at = (index: 0 | 1 | 2 | 3): CombinedQuantile => {
    const own = measured.map(({ quantilesNs }) => quantilesNs[index])
    const resolved = own.filter((value) => value !== null)
    const all = resolved.length === own.length
    return { medianOfGeneratorsNs: all ? quantile(resolved, 0.5) : null, lowestNs: all ? Math.min(...resolved) : null, highestNs: all ? Math.max(...resolved) : null, pooledNs: pooled.quantilesNs[index] }
  }
  return { count: pooled.count, p50: at(0), p90: at(1), p99: at(2), p999: at(3) }
}
