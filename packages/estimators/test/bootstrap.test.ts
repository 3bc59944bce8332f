import { describe, expect, it } from 'vitest'
import { bootstrap, bootstrapQuantiles, quantileShift, shiftFunction } from '../src/index.js'
import { betaSampler } from '../src/beta-sampler.js'
import { incompleteBeta } from '../src/elementary.js'
import { quantileLaw } from '../src/quantile-law.js'
import { quantileOfSorted } from '../src/quantile.js'
import { rng } from '../src/rng.js'

/** Largest distance of sorted draws from a law. */
function distance(drawn: Float64Array, cumulative: (t: number) => number): number {
  const sorted = drawn.slice().sort()
  let most = 0
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i + 1] !== sorted[i]) most = Math.max(most, Math.abs((i + 1) / sorted.length - cumulative(sorted[i]!)))
  }
  return most
}

describe('betaSampler', () => {
  it.each([[1, 1], [1, 30], [30, 1], [2, 3], [5, 5], [200, 3], [15000, 15001], [29971, 30]])('draws from Beta(%d, %d) (KS, fixed seed)', (a, b) => {
    const draw = betaSampler(a, b)
    const { uniform } = rng(`beta ${a} ${b}`)
    const drawn = Float64Array.from({ length: 3000 }, () => draw(uniform))
    expect(distance(drawn, (t) => incompleteBeta(t, a, b))).toBeLessThan(1.95 / Math.sqrt(3000))
  })
})

describe('bootstrapQuantiles', () => {
  const { exponential } = rng('sample')
  const sorted = Float64Array.from({ length: 101 }, exponential).sort()

  it.each([true, false])('draws each quantile from its exact law, joint: %s', (joint) => {
    const qs = [0.5, 0.9, 0.975, 0.99]
    bootstrapQuantiles(sorted, qs, { seed: 'law', resamples: 4000, joint }).forEach((drawn, k) => {
      expect(distance(drawn, quantileLaw(sorted, qs[k]!).cumulative)).toBeLessThan(1.95 / Math.sqrt(4000))
    })
  })
  it('draws quantiles of the same resample together: their difference has the law of resampling', () => {
    const [median, tail] = bootstrapQuantiles(sorted, [0.5, 0.95], { seed: 'joint', resamples: 6000 })
    const joint = tail!.map((value, i) => value - median![i]!).sort()
    const { integer } = rng('naive')
    const naive = Float64Array.from({ length: 6000 }, () => {
      const drawn = Float64Array.from({ length: 101 }, () => sorted[integer(101)]!).sort()
      return quantileOfSorted(drawn, 0.95) - quantileOfSorted(drawn, 0.5)
    }).sort()
    let most = 0
    for (let i = 0, j = 0; i < 6000; i++) {
      while (j < 6000 && naive[j]! <= joint[i]!) j++
      most = Math.max(most, Math.abs((i + 1 - j) / 6000))
    }
    expect(most).toBeLessThan(1.95 * Math.sqrt(2 / 6000))
    median!.forEach((value, i) => expect(value).toBeLessThanOrEqual(tail![i]!))
  })
  it('draws the same whichever quantile is named first', () => {
    const [median, tail] = bootstrapQuantiles(sorted, [0.5, 0.95], { seed: 'order', resamples: 50 })
    expect(bootstrapQuantiles(sorted, [0.95, 0.5], { seed: 'order', resamples: 50 })).toEqual([tail, median])
  })
  it('leaves a quantile alone when another is added, unless drawn jointly', () => {
    const [alone] = bootstrapQuantiles(sorted, [0.9], { seed: 's', joint: false, resamples: 50 })
    const [, beside] = bootstrapQuantiles(sorted, [0.5, 0.9], { seed: 's', joint: false, resamples: 50 })
    expect(beside).toEqual(alone)
  })
  it('draws 2000 resamples unless told otherwise, and one where asked for one', () => {
    expect(bootstrapQuantiles([1, 2], [0.5], { seed: 's' })[0]).toHaveLength(2000)
    expect(bootstrapQuantiles([1, 2], [0.5], { seed: 's', resamples: 1 })[0]).toHaveLength(1)
    expect(() => bootstrapQuantiles([1], [0.5], { seed: 's', resamples: 0 })).toThrow('at least 1.')
  })
  it.each([true, false])('reaches the ends of the law, joint: %s', (joint) => {
    const [lowest, highest] = bootstrapQuantiles([1, 2, 3], [0, 1], { seed: 'ends', joint, resamples: 60 })
    expect([...new Set(lowest)].sort()).toEqual([1, 2, 3])
    expect([...new Set(highest)].sort()).toEqual([1, 2, 3])
  })
  it.each<[string, number[], object]>([
    ['LAT_EST_BAD_OPTION', [], { seed: 's' }],
    ['LAT_EST_BAD_QUANTILE', [50], { seed: 's' }],
    ['LAT_EST_BAD_QUANTILE', [0.5, -0.1], { seed: 's' }],
    ['LAT_EST_SEED_REQUIRED', [0.5], {}],
    ['LAT_EST_BAD_RESAMPLES', [0.5], { seed: 's', resamples: 0 }],
    ['LAT_EST_BAD_RESAMPLES', [0.5], { seed: 's', resamples: 1.5 }],
    ['LAT_EST_BAD_QUANTILE', [1.5], { seed: 's' }],
  ])('refuses with %s', (code, qs, options) => {
    expect(() => bootstrapQuantiles(sorted, qs, options as { seed: string })).toThrow(expect.objectContaining({ code }))
  })
})

describe('bootstrap', () => {
  it('agrees with the exact law where there is one', () => {
    const { exponential } = rng('generic')
    const a = Float64Array.from({ length: 60 }, exponential)
    const b = Float64Array.from({ length: 50 }, exponential)
    const exact = quantileShift(a, b, 0.5).withinCells!
    const { estimate, interval } = bootstrap([a, b], ([x, y]) => quantileOfSorted(x!, 0.5) - quantileOfSorted(y!, 0.5), { seed: 'g', resamples: 4000 })
    expect(estimate).toBe(quantileShift(a, b, 0.5).shift)
    expect(Math.abs(interval.low! - exact.low!)).toBeLessThan(0.06)
    expect(Math.abs(interval.high! - exact.high!)).toBeLessThan(0.06)
  })
  it('draws as many values as a sample has, each as likely as the others', () => {
    const sums: number[] = []
    bootstrap([[0, 1]], ([x]) => sums.push(x![0]! + x![1]!), { seed: 'coins', resamples: 4000 })
    // the estimate itself, then one sum per resample: 0, 1 and 2 as of two coins, to five standard errors
    expect(sums).toHaveLength(4001)
    for (const [sum, share] of [[0, 0.25], [1, 0.5], [2, 0.25]] as const) expect(Math.abs(sums.filter((s) => s === sum).length / 4000 - share)).toBeLessThan(0.04)
  })
  it('needs 200 resamples at 95 %', () => {
    expect(bootstrap([[1]], ([x]) => x![0]!, { seed: 's', resamples: 200 }).estimate).toBe(1)
    expect(() => bootstrap([[1]], () => 0, { seed: 's', resamples: 199 })).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_RESAMPLES' }))
    expect(() => bootstrap([[1]], () => 0, { seed: '' })).toThrow('resamples are drawn')
  })
  it.each<[string, () => unknown]>([
    ['LAT_EST_SEED_REQUIRED', () => bootstrap([[1]], () => 0, {} as { seed: string })],
    ['LAT_EST_BAD_OPTION', () => bootstrap([], () => 0, { seed: 's' })],
    ['LAT_EST_BAD_OPTION', () => bootstrap([[1]], () => NaN, { seed: 's' })],
    ['LAT_EST_EMPTY', () => bootstrap([[1], []], () => 0, { seed: 's' })],
    ['LAT_EST_BAD_RESAMPLES', () => bootstrap([[1]], () => 0, { seed: 's', resamples: 20 })],
  ])('refuses with %s', (code, act) => {
    expect(act).toThrow(expect.objectContaining({ code }))
  })
})

describe('shiftFunction', () => {
  const { exponential } = rng('shift function')
  const baseline = Float64Array.from({ length: 800 }, exponential)
  const treatment = baseline.map((v) => 2 * v)
  it('shows where the treatment adds', () => {
    const { shifts, level } = shiftFunction(treatment, baseline, [0.1, 0.5, 0.9], { simultaneous: 'none' })
    expect(level).toBe(0.95)
    expect(shifts.map(({ q }) => q)).toEqual([0.1, 0.5, 0.9])
    expect(shifts[2]!.shift).toBeGreaterThan(shifts[0]!.shift)
    expect(shifts[1]).toEqual(quantileShift(treatment, baseline, 0.5))
  })
  it('widens its intervals so that all hold together', () => {
    const [each] = shiftFunction(treatment, baseline, [0.5, 0.9], { simultaneous: 'none' }).shifts
    const [both] = shiftFunction(treatment, baseline, [0.5, 0.9]).shifts
    expect(both!.withinCells!.level).toBeCloseTo(0.975, 12)
    expect(both!.withinCells!.low).toBeLessThan(each!.withinCells!.low!)
  })
  it('refuses no quantiles and other corrections', () => {
    expect(() => shiftFunction([1], [1], [])).toThrow('at least one quantile')
    expect(() => shiftFunction([1], [1], [0.5], { simultaneous: 'max-t' as 'none' })).toThrow("'bonferroni' or 'none'")
  })
})
