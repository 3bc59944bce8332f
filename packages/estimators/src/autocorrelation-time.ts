import { checkQuantile } from './check-quantile.js'
import { log10 } from './elementary/log10.js'
import { indicatorCovariance } from './indicator-covariance.js'
import { powerOfTwoAtMost } from './power-of-two.js'
import { quantileOfSorted } from './quantile.js'
import { sortedSample, type Sample } from './sample.js'

export interface AutocorrelationTime {
  /** How many values in a row carry as much as one independent value; at least 1. */
  readonly time: number
  /** Independent values that would say as much: count / time. */
  readonly effectiveSamples: number
  /** The memory reaches the longest span that this many values can show: the time is a lower bound only. */
  readonly tooLong: boolean
}

/**
 * Integrated autocorrelation time of values in the order they were sent: the flat-top window with the automatic
 * cut-off of Politis & White (2004; corrected by Patton, Politis & White 2009), raised where the means
 * of longer and longer batches vary more than that explains, which is how a weak but long memory shows.
 *
 * With `q`, the time of the indicator "at or below the quantile", which is what widens an interval for that quantile; without,
 * of the values themselves.
 *
 * @param values in send order; sorting them first destroys what is measured
 * @throws {EstimatorInputError} on bad values, or q outside [0, 1]
 * @example autocorrelationTime([1, 1, 1, 1, 9, 9, 9, 9]).time // 2.25
 */
export function autocorrelationTime(values: Sample, q?: number): AutocorrelationTime {
  if (q !== undefined) checkQuantile(q)
  return timeAround(values, sortedSample(values, 'values'), q)
}

/** A series around its own mean, and its autocovariances times the count. */
interface Series {
  readonly series: Float64Array
  readonly covariance: (lag: number) => number
}

function valueSeries(values: Sample): Series {
  const count = values.length
  let largest = 0
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(values[i]!))
  const unit = largest > 0 ? powerOfTwoAtMost(largest) : 1
  let mean = 0
  for (let i = 0; i < count; i++) mean += values[i]! / unit
  mean /= count
  const series = new Float64Array(count)
  for (let i = 0; i < count; i++) series[i] = values[i]! / unit - mean
  const covariance = (lag: number): number => {
    let sum = 0
    for (let i = lag; i < count; i++) sum += series[i]! * series[i - lag]!
    return sum
  }
  return { series, covariance }
}

function indicatorSeries(values: Sample, threshold: number): Series {
  const count = values.length
  const { mean, at } = indicatorCovariance(count, (i) => values[i]! <= threshold)
  const series = new Float64Array(count)
  for (let i = 0; i < count; i++) series[i] = (values[i]! <= threshold ? 1 : 0) - mean
  return { series, covariance: at }
}

/** The same for a caller that has the values sorted already. */
export function timeAround(values: Sample, sorted: Float64Array, q: number | undefined): AutocorrelationTime {
  const count = sorted.length
  const { series, covariance } = q === undefined ? valueSeries(values) : indicatorSeries(values, quantileOfSorted(sorted, q))
  const variance = covariance(0)
  if (!(variance > 0)) return Object.freeze({ time: 1, effectiveSamples: count, tooLong: false })

  // the last lag before a run of insignificant ones ends the memory; the window is twice as long
  const digits = log10(count)
  const run = Math.max(5, Math.ceil(Math.sqrt(digits)))
  const longest = Math.min(count - 1, Math.ceil(Math.sqrt(count)) + run)
  const band = 2 * Math.sqrt(digits / count) * variance
  const at: number[] = [variance]
  let quiet = 0
  let memory = longest
  for (let lag = 1; lag <= longest; lag++) {
    const value = covariance(lag)
    at.push(value)
    quiet = Math.abs(value) < band ? quiet + 1 : 0
    if (quiet === run) {
      memory = lag - run
      break
    }
  }
  const window = Math.min(2 * Math.max(1, memory), longest)
  let spectrum = variance
  let slope = 0
  for (let lag = 1; lag <= window; lag++) {
    const weight = 2 * Math.min(1, 2 * (1 - lag / window))
    const value = at[lag] ?? covariance(lag)
    spectrum += weight * value
    slope += weight * lag * value
  }
  const time = Math.max(1, spectrum / variance, batchTime(series, variance, spectrum / variance))
  // no quiet lag in sight, or their block length, (3/2 (slope / spectrum)^2 n)^(1/3), at nine tenths of its cap 3 sqrt(n)
  const cap = 0.9 * Math.min(3 * Math.sqrt(count), count / 3)
  const ratio = slope / spectrum
  const endless = memory === longest && longest >= 2 * run
  const tooLong = endless || (spectrum > 0 && memory > 0 && 1.5 * ratio * ratio * count >= cap * cap * cap)
  return Object.freeze({ time, effectiveSamples: count / time, tooLong })
}

/** Fewest batches whose variance is looked at, and how many of its standard errors an excess must reach. */
const BATCHES = 32
const EXCESS = 1.5

/** The time that batch means show, doubling the batches, wherever it exceeds `known` beyond doubt; consumes the series. */
function batchTime(series: Float64Array, variance: number, known: number): number {
  let time = known
  const perValue = variance / series.length
  for (let count = series.length >> 1, size = 2; count >= BATCHES; count >>= 1, size *= 2) {
    let squares = 0
    for (let i = 0; i < count; i++) {
      const sum = series[2 * i]! + series[2 * i + 1]!
      series[i] = sum
      squares += sum * sum
    }
    const here = squares / ((count - 1) * size * perValue)
    if (here * (1 - EXCESS * Math.sqrt(2 / count)) > time) time = here
  }
  return time
}
