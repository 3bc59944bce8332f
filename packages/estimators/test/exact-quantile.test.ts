import { describe, expect, it } from 'vitest'
import type { Atoms } from '../src/atoms.js'
import { evaluate, gather } from '../src/difference-law.js'
import { differenceQuantile } from '../src/difference-quantile.js'
import { exactGroup, exactGroupShift, exactPairs } from '../src/exact-quantile.js'
import { quantileLaw } from '../src/quantile-law.js'
import { rng } from '../src/rng.js'
import { everyCombination, everyResample, middleLevels } from './brute-force.js'
import { golden } from './golden.js'

const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!
const justBelow = (t: number): number => t - Math.abs(t) * 2 ** -53 - 5e-324

describe('exactGroup', () => {
  it('is the law of the median over cells, over all resamples', () => {
    const cells = [[1, 4, 9], [2, 3, 11], [0, 7, 7]]
    for (const q of [0.25, 0.5, 0.9]) {
      const brute = everyCombination(cells.map((cell) => everyResample(cell, q)), median)
      const at = exactGroup(cells.map(sorted), q)!()
      for (const { p, value } of middleLevels(brute)) expect(at(p)).toBe(value)
    }
  })
  it('knows no law for an even number', () => {
    expect(exactGroup([sorted([1]), sorted([2])], 0.5)).toBeNull()
    expect(exactGroupShift([sorted([1])], [sorted([1]), sorted([2])], 0.5)).toBeNull()
    expect(exactPairs([], 0.5)).toBeNull()
  })
})

describe('exactGroupShift', () => {
  it('is the law of a difference of medians, over all resamples', () => {
    for (const q of [0.5, 0.8]) {
      const treatment = everyCombination([[3, 5], [4, 8], [1, 9]].map((cell) => everyResample(cell, q)), median)
      const brute = everyCombination([treatment, everyResample([1, 2, 2.5, 6], q)], ([t, b]) => t! - b!)
      const at = exactGroupShift([sorted([3, 5]), sorted([4, 8]), sorted([1, 9])], [sorted([1, 2, 2.5, 6])], q)!()
      for (const { p, value } of middleLevels(brute)) expect(at(p)).toBe(value)
    }
  })
  it('lies inside the 5-sigma bands of numpy resampling', () => {
    type Row = { q: number; probs: number[]; quantile_lo: number[]; quantile_hi: number[] }
    const { treatment, baseline, expected } = golden<{ treatment: number[]; baseline: number[]; expected: Row[] }>('quantile-shift-bootstrap-distribution')
    for (const row of expected) {
      const at = exactGroupShift([sorted(treatment)], [sorted(baseline)], row.q)!()
      row.probs.forEach((p, i) => {
        expect(at(p)).toBeGreaterThanOrEqual(row.quantile_lo[i]!)
        expect(at(p)).toBeLessThanOrEqual(row.quantile_hi[i]!)
      })
    }
  })
})

describe('exactPairs', () => {
  it('is the law of the median of matched differences, over all resamples', () => {
    const pairs = [[[1, 4], [6, 7]], [[2, 3], [3, 3.5]], [[0, 9], [1, 30]]] as const
    for (const q of [0, 0.5, 0.8]) {
      const deltas = pairs.map(([baseline, treatment]) =>
        everyCombination([everyResample(treatment, q), everyResample(baseline, q)], ([t, b]) => t! - b!),
      )
      const brute = everyCombination(deltas, median)
      const at = exactPairs(pairs.map(([baseline, treatment]) => ({ baseline: sorted(baseline), treatment: sorted(treatment) })), q)!()
      for (const { p, value } of middleLevels(brute)) expect(at(p)).toBe(value)
    }
  })
})

describe('gather', () => {
  it('lists the differences in (from, to] and adds up what lies at or below from', () => {
    const atoms = (values: readonly number[], probabilities: readonly number[]): Atoms => {
      let sum = 0
      return { values: Float64Array.from(values), probabilities: Float64Array.from(probabilities), cumulative: Float64Array.from(probabilities, (p) => (sum += p)) }
    }
    const term = { treatment: atoms([1, 4, 6, 9], [0.1, 0.2, 0.3, 0.4]), baseline: atoms([0, 1, 5], [0.5, 0.25, 0.25]) }
    const all = [...term.baseline.values].flatMap((minus, k) => [...term.treatment.values].map((value, i) => ({ at: value - minus, mass: term.baseline.probabilities[k]! * term.treatment.probabilities[i]! })))
    for (const [from, to] of [[-5, -1], [0, 5], [1, 6], [4, 4], [-1, 9], [3.5, 100]] as const) {
      const { below, at, mass, term: owners } = gather([term, term], from, to, 100)!
      const inside = all.filter((one) => one.at > from && one.at <= to)
      expect([...at]).toEqual([...inside, ...inside].map((one) => one.at))
      expect([...mass]).toEqual([...inside, ...inside].map((one): unknown => expect.closeTo(one.mass, 15)))
      expect([...owners]).toEqual([...inside.map(() => 0), ...inside.map(() => 1)])
      const lower = all.reduce((sum, one) => (one.at <= from ? sum + one.mass : sum), 0)
      expect([...below]).toEqual([lower, lower].map((sum): unknown => expect.closeTo(sum, 15)))
      expect(gather([term, term], from, to, 2 * inside.length)).not.toBeNull()
      if (inside.length > 0) expect(gather([term, term], from, to, 2 * inside.length - 1)).toBeNull()
    }
  })
})

describe('differenceQuantile', () => {
  const draws = rng('large cells')
  const values = Array.from({ length: 6 }, (_, i) => Float64Array.from({ length: 3000 }, () => 10000 * (i % 2) + 500 * draws.exponential()))

  it.each([
    ['any values', (v: number) => v],
    ['values on a coarse clock', (v: number) => Math.round(v / 10) * 10],
    ['values that are all but equal', (v: number) => Math.floor(v / 10000)],
  ])('ends on the very difference where the law steps up, for %s', (_, onClock) => {
    const cells = values.map((cell) => cell.map(onClock).sort())
    for (const q of [0.5, 0.99]) {
      const terms = [0, 2, 4].map((i) => ({ baseline: quantileLaw(cells[i]!, q).atoms(), treatment: quantileLaw(cells[i + 1]!, q).atoms() }))
      const at = differenceQuantile(terms)
      for (const p of [0.0005, 0.025, 0.5, 0.975]) {
        const value = at(p)
        expect(evaluate(terms, value).reached).toBeGreaterThanOrEqual(p - 1e-13)
        expect(evaluate(terms, justBelow(value)).reached).toBeLessThan(p + 1e-13)
      }
    }
  })
})
