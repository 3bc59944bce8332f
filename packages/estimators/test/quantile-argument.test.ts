import { describe, expect, it } from 'vitest'
import {
  autocorrelationTime,
  bootstrapQuantiles,
  groupQuantile,
  groupQuantileShift,
  pairedShift,
  quantile,
  quantileInterval,
  quantileIntervals,
  quantileOfSorted,
  quantiles,
  quantileShift,
} from '../src/index.js'

const functions: readonly (readonly [string, (values: readonly number[], q: number) => unknown])[] = [
  ['quantile', quantile],
  ['quantiles', (values, q) => quantiles(values, [q])],
  ['quantileOfSorted', quantileOfSorted],
  ['quantileInterval', quantileInterval],
  ['quantileIntervals', (values, q) => quantileIntervals(values, [q])],
  ['quantileShift', (values, q) => quantileShift(values, values, q)],
  ['groupQuantile', (values, q) => groupQuantile([values], q)],
  ['groupQuantileShift', (values, q) => groupQuantileShift([values], [values], q)],
  ['pairedShift', (values, q) => pairedShift([{ key: 'r1', baseline: values, treatment: values }], q)],
  ['bootstrapQuantiles', (values, q) => bootstrapQuantiles(values, [q], { seed: 's', resamples: 1 })],
  ['autocorrelationTime', autocorrelationTime],
]

describe.each(functions)('the quantile asked of %s', (_, act) => {
  it('may be 0 or 1', () => {
    for (const q of [0, 1]) expect(() => act([1, 2, 3, 4, 5, 6, 7], q)).not.toThrow()
  })
  it.each([-0.5, 1.5, NaN])('may not be %d, whatever the values are', (q) => {
    expect(() => act([NaN], q)).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_QUANTILE' }))
  })
})
