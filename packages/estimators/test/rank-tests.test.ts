import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harrellDavis, hodgesLehmann, holm, ksTwoSample, signTest, wilcoxonSignedRank } from '../src/index.js'
import { kolmogorovCumulative } from '../src/kolmogorov-cumulative.js'
import { rankSumLaw } from '../src/rank-sum-law.js'
import { signedRankLaw } from '../src/signed-rank-law.js'
import { golden } from './golden.js'

describe('harrellDavis', () => {
  it('agrees with scipy.stats.mstats.hdquantiles and with R', () => {
    const { q, cases } = golden<{ q: number[]; cases: { x: number[]; expected: number[] }[] }>('harrell-davis')
    for (const { x, expected } of cases) q.forEach((each, i) => expect(Math.abs(harrellDavis(x, each) / expected[i]! - 1)).toBeLessThan(1e-9))
    const r = golden<{ x: number[]; q: number[]; harrell_davis: number[] }>('r-crosscheck-ties10')
    r.q.forEach((each, i) => expect(harrellDavis(r.x, each)).toBeCloseTo(r.harrell_davis[i]!, 12))
  })
  it('is the mean of two values at their middle', () => {
    expect(harrellDavis([10, 20], 0.5)).toBeCloseTo(15, 12)
    expect(harrellDavis([7], 0.3)).toBe(7)
    for (const q of [0, 1]) expect(() => harrellDavis([1, 2], q)).toThrow(expect.objectContaining({ code: 'LAT_EST_BAD_QUANTILE' }))
  })
})

describe('signedRankLaw', () => {
  it('counts the subsets of ranks', () => {
    // of the 8 subsets of {1, 2, 3}, sums 0 1 2 3 3 4 5 6
    expect([...signedRankLaw(3)].map((p) => p * 8)).toEqual([1, 2, 3, 5, 6, 7, 8])
    expect(signedRankLaw(60).at(-1)).toBeCloseTo(1, 12)
  })
})

describe('rankSumLaw', () => {
  it('counts the orders of two samples', () => {
    // of the 6 orders of two and two, 0 1 2 2 3 4
    expect([...rankSumLaw(2, 2)].map((p) => Math.round(p * 6))).toEqual([1, 2, 4, 5, 6])
    expect(rankSumLaw(20, 13).at(-1)).toBeCloseTo(1, 12)
    const there = rankSumLaw(5, 3)
    rankSumLaw(3, 5).forEach((p, k) => expect(p).toBeCloseTo(there[k]!, 14))
  })
})

describe('hodgesLehmann', () => {
  it('agrees with R, estimate and exact interval', () => {
    type One = { d: number[]; hodges_lehmann_walsh_median: number; ci95: [number, number]; exact: boolean }
    type Two = { x: number[]; y: number[]; median_of_pairwise: number; ci95: [number, number] }
    const { cases, two_sample: pairs } = golden<{ cases: One[]; two_sample: Two[] }>('hodges-lehmann')
    for (const { d, hodges_lehmann_walsh_median: median, ci95, exact } of cases) {
      const { estimate, interval } = hodgesLehmann(d)
      expect(estimate).toBeCloseTo(median, 9)
      if (exact) [interval.low, interval.high].forEach((end, i) => expect(end).toBeCloseTo(ci95[i]!, 9))
    }
    for (const { x, y, median_of_pairwise: median, ci95 } of pairs) {
      const { estimate, interval } = hodgesLehmann(x, { other: y })
      expect(estimate).toBeCloseTo(median, 9)
      expect(interval).toMatchObject({ low: expect.closeTo(ci95[0], 9) as unknown, high: expect.closeTo(ci95[1], 9) as unknown, method: 'rank-sum' })
    }
  })
  it('has no end at 95 % below 6 values', () => {
    expect(hodgesLehmann([1, 2, 3, 4, 5]).interval).toMatchObject({ low: null, high: null, level: 1 })
    expect(hodgesLehmann([1, 2, 3, 4, 5, 6]).interval).toMatchObject({ low: 1, high: 6, level: 0.96875 })
  })
  it('goes over to the normal law for many values without a seam', () => {
    const values = Array.from({ length: 101 }, (_, i) => (i * 37) % 101)
    const exact = hodgesLehmann(values.slice(0, 100)).interval
    const normal = hodgesLehmann(values).interval
    expect(Math.abs(normal.high! - normal.low! - (exact.high! - exact.low!))).toBeLessThan(1)
    expect(hodgesLehmann(values, { other: values }).estimate).toBe(0)
  })
  it('takes its ends of many values where the normal law has them', () => {
    // 101 ranks: centre 2575.5, deviation 295.19; 2575.5 - 1.95996 * 295.19 = 1996.94
    const values = Float64Array.from({ length: 101 }, (_, i) => i * i)
    const averages = Float64Array.from([...values].flatMap((a, i) => [...values.subarray(i)].map((b) => (a + b) / 2))).sort()
    expect(hodgesLehmann(values).interval).toMatchObject({ low: averages[1995], high: averages[averages.length - 1996] })
  })
  it('goes over to the normal law for two larger samples without a seam', () => {
    const between = (n: number, m: number): number => {
      const { estimate, interval } = hodgesLehmann(Float64Array.from({ length: n }, (_, i) => (100 * i) / n), { other: Float64Array.from({ length: m }, (_, i) => (100 * i) / m) })
      expect(Math.abs(interval.low! + interval.high! - 2 * estimate)).toBeLessThan(0.5)
      return interval.high! - interval.low!
    }
    expect(Math.abs(between(51, 40) - between(50, 40))).toBeLessThan(0.7)
    expect(Math.abs(between(40, 51) - between(40, 50))).toBeLessThan(0.7)
  })
  it('takes its ends of two large samples where the normal law has them', () => {
    // 60 and 55: centre 1650, deviation 178.61; 1650 - 1.95996 * 178.61 = 1299.94
    const a = Float64Array.from({ length: 60 }, (_, i) => i * i)
    const b = Float64Array.from({ length: 55 }, (_, i) => 7 * i + i / 64)
    const differences = Float64Array.from([...a].flatMap((v) => [...b].map((w) => v - w))).sort()
    expect(hodgesLehmann(a, { other: b }).interval).toMatchObject({ low: differences[1298], high: differences[differences.length - 1299] })
  })
  it('reaches a level that its law has exactly', () => {
    expect(hodgesLehmann([1, 2, 3, 4, 5, 6], { level: 0.96875 }).interval).toMatchObject({ low: 1, high: 6, level: 0.96875 })
  })
  it('moves with its values and turns round with the sign', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 6, maxLength: 12 }), (deltas) => {
        const plain = hodgesLehmann(deltas)
        const turned = hodgesLehmann(deltas.map((d) => 10 - d))
        expect(turned.estimate).toBe(10 - plain.estimate)
        expect(turned.interval.low).toBe(10 - plain.interval.high!)
      }),
    )
  })
})

describe('wilcoxonSignedRank', () => {
  it('agrees with R', () => {
    for (const { x, y, V, p, exact } of golden<{ cases: { x: number[]; y: number[]; V: number; p: number; exact: boolean }[] }>('wilcoxon-signed-rank').cases) {
      const { statistic, pValue, method } = wilcoxonSignedRank(x.map((value, i) => value - y[i]!))
      expect(statistic).toBe(V)
      expect(Math.abs(pValue / p - 1)).toBeLessThan(1e-9)
      expect(method).toBe(exact ? 'exact' : 'normal')
    }
  })
  it('counts exactly up to 49 differences', () => {
    const deltas = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? -i - 1 : i + 1))
    expect(wilcoxonSignedRank(deltas.slice(0, 49)).method).toBe('exact')
    expect(wilcoxonSignedRank(deltas).method).toBe('normal')
  })
  it('is 1 for perfectly balanced differences', () => {
    expect(wilcoxonSignedRank([1, -1]).pValue).toBe(1)
    expect(wilcoxonSignedRank([1, -2, -3, 4]).pValue).toBe(1)
  })
  it('does not mind the sign', () => {
    const deltas = [3, 5, -1, 8, 6, 7]
    expect(wilcoxonSignedRank(deltas).pValue).toBe(0.0625)
    expect(wilcoxonSignedRank(deltas.map((d) => -d)).pValue).toBe(0.0625)
  })
  it('refuses nothing but zeros', () => {
    expect(() => wilcoxonSignedRank([0, 0])).toThrow('at least one difference other than zero')
  })
})

describe('signTest', () => {
  it('compares the signs with a coin', () => {
    expect(signTest([3, 5, 1, 8, 6, 7])).toMatchObject({ positive: 6, negative: 0, zero: 0, pValue: expect.closeTo(0.03125, 15) as unknown, interval: { low: 1, high: 8, level: expect.closeTo(0.96875, 15) as unknown } })
    expect(signTest([-1, 1, 0, 0])).toMatchObject({ positive: 1, negative: 1, zero: 2, pValue: 1, interval: { low: null, high: null } })
    expect(signTest([0]).pValue).toBe(1)
    // 2 (1 + 8) / 2^8
    expect(signTest([3, 5, 1, 8, 6, 7, 2, -4]).pValue).toBeCloseTo(18 / 256, 15)
  })
  it('gives the whole line where too few values reach the level', () => {
    expect(signTest([1, 2, 3]).interval).toMatchObject({ low: null, high: null, level: 1 })
  })
  it('has the intervals of R', () => {
    for (const { d, sign_test_ci95: [low, high] } of golden<{ cases: { d: number[]; sign_test_ci95: [number, number] }[] }>('paired-median').cases) {
      expect(signTest(d).interval).toMatchObject({ low, high })
    }
  })
})

describe('ksTwoSample', () => {
  it('agrees with scipy.stats.ks_2samp', () => {
    for (const { x, y, method, D, p } of golden<{ cases: { x: number[]; y: number[]; method: string; D: number; p: number }[] }>('ks-two-sample').cases) {
      const { distance, pValue } = ksTwoSample(x, y, { method: method === 'exact' ? 'exact' : 'asymptotic' })
      expect(distance).toBeCloseTo(D, 12)
      expect(pValue).toBeCloseTo(p, 7)
    }
  })
  it('counts orders: two of twenty keep three and three apart', () => {
    expect(ksTwoSample([1, 2, 3], [4, 5, 6])).toEqual({ distance: 1, pValue: expect.closeTo(0.1, 15) as unknown, method: 'exact' })
    expect(ksTwoSample([4, 5, 6], [1, 2, 3]).distance).toBe(1)
    expect(ksTwoSample([2, 3], [1, 2, 3, 4])).toMatchObject({ distance: 0.25, pValue: 1 })
    // one value, the rounded effective count: P(D_1 < 1) = 1
    expect(ksTwoSample([1], [2], { method: 'asymptotic' })).toMatchObject({ distance: 1, pValue: 0 })
    expect(ksTwoSample([1], [1], { method: 'asymptotic' })).toMatchObject({ distance: 0, pValue: 1 })
    expect(ksTwoSample([1, 2], [1, 2])).toMatchObject({ distance: 0, pValue: 1 })
  })
  it('chooses the law by the size, and refuses other words', () => {
    const many = Float64Array.from({ length: 1500 }, (_, i) => i)
    expect(ksTwoSample(many, many.map((v) => v + 40)).method).toBe('asymptotic')
    expect(ksTwoSample(many.subarray(0, 1000), Float64Array.from({ length: 2000 }, (_, i) => i)).method).toBe('exact')
    expect(() => ksTwoSample([1], [2], { method: 'fast' as 'auto' })).toThrow("'auto', 'exact' or 'asymptotic'")
  })
})

describe('kolmogorovCumulative', () => {
  it('has published values', () => {
    // Marsaglia, Tsang & Wang's own example, and the 95 % point for n = 10 of the tables
    expect(kolmogorovCumulative(0.274, 10)).toBeCloseTo(0.6284796154565, 12)
    expect(kolmogorovCumulative(0.40925, 10)).toBeCloseTo(0.95, 4)
    expect(kolmogorovCumulative(0.05, 10)).toBe(0)
    expect(kolmogorovCumulative(1, 10)).toBe(1)
  })
  it('agrees with scipy.stats.kstwo', () => {
    const { cases } = golden<{ cases: [number, number, number][] }>('kolmogorov')
    const off = cases.map(([d, n, expected]) => ({ d, n, expected, value: kolmogorovCumulative(d, n) })).filter(({ expected, value }) => !(Math.abs(value / expected - 1) < 1e-11))
    expect(off).toEqual([])
  })
  it('is n! (2 d - 1 / n)^n close to the smallest distance there is', () => {
    // 2 d n - 1 = 0.5 for d = 0.75 / n: 100! / 200^100
    let product = 1
    for (let i = 1; i <= 100; i++) product *= i / 200
    expect(kolmogorovCumulative(0.0075, 100) / product).toBeCloseTo(1, 11)
    expect(kolmogorovCumulative(0.75 / 5000, 5000)).toBe(0)
  })
  it('is the limit law with its argument moved by 1 / (6 sqrt n) for large counts', () => {
    // x = 0.03 sqrt(3600) + 1 / 360 = 1.8027…; 1 - 2 exp(-2 x^2) + 2 exp(-8 x^2) - …
    const x = 1.8 + 1 / 360
    expect(kolmogorovCumulative(0.03, 3600)).toBeCloseTo(1 - 2 * Math.exp(-2 * x * x) + 2 * Math.exp(-8 * x * x), 14)
    expect(kolmogorovCumulative(0.0006, 1e6)).toBeGreaterThan(0)
    expect(kolmogorovCumulative(0.0001, 1e6)).toBeCloseTo(0, 14)
  })
  it('joins its limit law where the matrix grows too large', () => {
    const n = 2000
    const exact = kolmogorovCumulative(59.9 / n, n)
    const limit = kolmogorovCumulative(60.1 / n, n)
    expect(limit).toBeGreaterThan(exact)
    expect(limit - exact).toBeLessThan(0.002)
  })
})

describe('holm', () => {
  it('multiplies the smallest by all, the next by one fewer, and never steps down', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
    expect(holm([0.5, 0.6])).toEqual([1, 1])
    expect(holm([0.9, 0.95])).toEqual([1, 1])
    expect(holm([1, 0])).toEqual([1, 0])
    expect(() => holm([])).toThrow('has 0 p-values; at least 1')
    expect(() => holm([1.2])).toThrow('pValues is 1.2')
  })
})
