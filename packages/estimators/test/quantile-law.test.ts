import { describe, expect, it } from 'vitest'
import { medianLaw } from '../src/median-law.js'
import { orderStatisticLaw } from '../src/order-statistic-law.js'
import { quantileLaw } from '../src/quantile-law.js'
import { quantileSampler } from '../src/quantile-sampler.js'
import { rng } from '../src/rng.js'
import { smallestReaching } from '../src/smallest-reaching.js'
import { cumulativeAt, everyCombination, everyResample } from './brute-force.js'
import { golden } from './golden.js'

const qs = [0, 0.1, 0.3, 0.5, 0.77, 0.9, 1]

describe('orderStatisticLaw', () => {
  it('agrees with scipy.special.betainc', () => {
    const { cases } = golden<{ cases: { n: number; rank: number; index0: number[]; cdf: number[] }[] }>('bootstrap-order-statistic-law')
    for (const { n, rank, index0, cdf } of cases) {
      const law = orderStatisticLaw(n, rank)
      index0.forEach((j, i) => {
        const at = j - law.first
        const value = at < 0 ? 0 : (law.cumulative[at] ?? 1)
        expect(Math.abs(value - cdf[i]!)).toBeLessThan(2e-11)
      })
    }
  })
  it('is the same through both ways of integrating a cell', () => {
    // 1600 cells of variance is where the cheaper rule takes over: the mirrored ranks just below and above agree
    for (const [n, rank] of [[6402, 3202], [6398, 3200]] as const) {
      const law = orderStatisticLaw(n, rank)
      const mirrored = orderStatisticLaw(n, n + 1 - rank)
      for (const z of [-2, 0, 2]) {
        const j = Math.round(n / 2 + (z * Math.sqrt(n)) / 2)
        const here = law.cumulative[j - law.first]!
        const there = mirrored.cumulative[n - 2 - j - mirrored.first]!
        expect(here + there).toBeCloseTo(1, 12)
      }
    }
  })
  it('keeps the law of a single value', () => {
    expect(orderStatisticLaw(1, 1)).toMatchObject({ first: 0, probability: Float64Array.of(1), beyond: Float64Array.of(0) })
  })
})

describe('quantileLaw', () => {
  it.each([[[5]], [[3, 8]], [[1, 2, 3.5]], [[1, 2, 3.5, 7, 20]], [[1, 1, 2, 2, 9, 11]], [[5, 5, 5]], [[-3, 0, 0, 4]]])('of %j is the law over all its resamples, to 1e-12', (values) => {
    const sorted = Float64Array.from(values).sort()
    for (const q of values.length > 5 ? [0.3, 0.9] : qs) {
      const brute = everyResample(values, q)
      const law = quantileLaw(sorted, q)
      const atoms = law.atoms()
      expect([...atoms.values]).toEqual(brute.values)
      expect([law.lowest, law.highest]).toEqual([brute.values[0], brute.values.at(-1)])
      for (const t of brute.values.flatMap((value) => [value - 1e-9, value, value + 1e-9])) {
        const truth = cumulativeAt(brute, t)
        const listed = atoms.probabilities.reduce((sum, p, i) => (atoms.values[i]! <= t ? sum + p : sum), 0)
        expect(Math.abs(law.cumulative(t) - truth)).toBeLessThan(1e-12)
        expect(Math.abs(listed - truth)).toBeLessThan(1e-12)
      }
    }
  })
  it('lies inside the 5-sigma bands of numpy resampling', () => {
    type Row = { q: number; mean: number; mean_tol: number; sd: number; sd_rel_tol: number; probs: number[]; quantile_lo: number[]; quantile_hi: number[] }
    for (const { x, expected } of golden<{ cases: { x: number[]; expected: Row[] }[] }>('percentile-bootstrap-distribution').cases) {
      const sorted = Float64Array.from(x).sort()
      for (const row of expected) {
        const law = quantileLaw(sorted, row.q)
        row.probs.forEach((p, i) => {
          const value = smallestReaching(law.cumulative, law.lowest, law.highest, p)
          expect(value).toBeGreaterThanOrEqual(row.quantile_lo[i]! - 1e-12)
          expect(value).toBeLessThanOrEqual(row.quantile_hi[i]! + 1e-12)
        })
        const { values, probabilities } = law.atoms()
        const mean = values.reduce((sum, value, i) => sum + value * probabilities[i]!, 0)
        const variance = values.reduce((sum, value, i) => sum + (value - mean) ** 2 * probabilities[i]!, 0)
        expect(Math.abs(mean - row.mean)).toBeLessThan(row.mean_tol)
        expect(Math.abs(Math.sqrt(variance) / row.sd - 1)).toBeLessThan(row.sd_rel_tol)
      }
    }
  })
  it('gives the same law by its two roads, for cells of any size', () => {
    const { exponential } = rng('two roads')
    for (const n of [7, 101, 3000]) {
      const sorted = Float64Array.from({ length: n }, exponential).sort()
      for (const q of [0.5, 0.99, 0.999]) {
        const law = quantileLaw(sorted, q)
        const { values, cumulative } = law.atoms()
        for (let i = 0; i < values.length; i += 1 + (values.length >> 7)) expect(law.cumulative(values[i]!)).toBeCloseTo(cumulative[i]!, 12)
        expect(cumulative.at(-1)).toBeCloseTo(1, 11)
      }
    }
  })
})

describe('medianLaw', () => {
  it('lists the medians of three cells with their probabilities, over all resamples', () => {
    const cells = [[-9, -4, -1], [-8, -3, 2], [-7, -7, 5]]
    for (const q of [0.25, 0.5, 0.9]) {
      const brute = everyCombination(cells.map((cell) => everyResample(cell, q)), (values) => [...values].sort((a, b) => a - b)[1]!)
      const atoms = medianLaw(cells.map((cell) => Float64Array.from(cell)), q).atoms()
      expect([...atoms.values]).toEqual(brute.values)
      expect([...atoms.probabilities]).toEqual(brute.probabilities.map((p): unknown => expect.closeTo(p, 12)))
    }
  })
})

describe('smallestReaching', () => {
  it('ends on the very value where a law steps up', () => {
    const sorted = Float64Array.of(-7, 0, 1e-300, 0.1, 3)
    const law = quantileLaw(sorted, 0.5)
    for (const p of [0.01, 0.2, 0.4, 0.6, 0.99]) {
      const value = smallestReaching(law.cumulative, law.lowest, law.highest, p)
      expect([...sorted]).toContain(value)
      expect(law.cumulative(value)).toBeGreaterThanOrEqual(p)
    }
    expect(smallestReaching(law.cumulative, law.lowest, law.highest, 1e-9)).toBe(-7)
    const half = (t: number): number => (t >= 0.3 ? 0.5 : 0.25)
    expect([0.25, 0.5, 0.75].map((p) => smallestReaching(half, 0, 1, p))).toEqual([0, 0.3, 1])
  })
})

describe('quantileSampler', () => {
  it.each([7, 101, 9000, 30000])('draws from the exact law at n = %d (one-sample KS, fixed seed)', (n) => {
    const { exponential } = rng(`values ${n}`)
    const sorted = Float64Array.from({ length: n }, exponential).sort()
    for (const q of [0.5, 0.9, 0.99, 0.999]) {
      const draw = quantileSampler(sorted, q)
      const { uniform } = rng(`draws ${n} ${q}`)
      const drawn = Float64Array.from({ length: 4000 }, () => draw(uniform)).sort()
      const law = quantileLaw(sorted, q)
      let distance = 0
      for (let i = 0; i < drawn.length; i++) {
        if (drawn[i + 1] === drawn[i]) continue
        distance = Math.max(distance, Math.abs((i + 1) / drawn.length - law.cumulative(drawn[i]!)))
      }
      // 1.95 / sqrt(B) is the 0.1 % point of Kolmogorov's law
      expect(distance).toBeLessThan(1.95 / Math.sqrt(4000))
    }
  })
  it('reaches every value a resample reaches, and no other', () => {
    const sorted = Float64Array.of(1, 2, 4)
    const draw = quantileSampler(sorted, 0.25)
    const { uniform } = rng('reach')
    const seen = new Set(Array.from({ length: 5000 }, () => draw(uniform)))
    expect([...seen].sort()).toEqual([...everyResample([1, 2, 4], 0.25).values].sort())
  })
})
