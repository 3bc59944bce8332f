import { describe, expect, it } from 'vitest'
import { binomialCumulative, incompleteBeta, lnGamma, noncentralStudentCumulative, normalCumulative, normalDensity, normalQuantile, studentCumulative, studentQuantile } from '../../src/elementary.js'
import { binomialDensity } from '../../src/elementary/binomial-density.js'
import { golden } from '../golden.js'

describe('lnGamma', () => {
  it('is the logarithm of a factorial', () => {
    let factorial = 1
    for (let n = 1; n <= 60; n++) {
      expect(lnGamma(n)).toBeCloseTo(Math.log(factorial), 11)
      factorial *= n
    }
  })
  it('is ln sqrt(pi) at one half', () => {
    expect(lnGamma(0.5)).toBeCloseTo(0.5723649429247001, 15)
    expect(lnGamma(0)).toBeNaN()
  })
})

describe('binomialDensity', () => {
  it('adds up to one', () => {
    for (const n of [1, 7, 40, 1000]) {
      for (const p of [0.5, 0.03, 0.999]) {
        let sum = 0
        for (let k = 0; k <= n; k++) sum += binomialDensity(k, n - k, p, 1 - p)
        expect(sum).toBeCloseTo(1, 12)
      }
    }
  })
  it('is all or nothing at the ends', () => {
    expect(binomialDensity(0, 5, 0, 1)).toBe(1)
    expect(binomialDensity(1, 4, 0, 1)).toBe(0)
    expect(binomialDensity(5, 0, 1, 0)).toBe(1)
    expect(binomialDensity(4, 1, 1, 0)).toBe(0)
  })
})

describe('incompleteBeta', () => {
  it('is a polynomial for whole parameters', () => {
    // Beta(2, 3): 6x^2 - 8x^3 + 3x^4
    for (const x of [0, 0.1, 0.4, 0.5, 0.9, 1]) expect(incompleteBeta(x, 2, 3)).toBeCloseTo(x * x * (6 - x * (8 - 3 * x)), 15)
  })
  it('agrees with scipy.special.betainc', () => {
    const { cases } = golden<{ cases: { n: number; rank: number; index0: number[]; cdf: number[] }[] }>('bootstrap-order-statistic-law')
    for (const { n, rank, index0, cdf } of cases) {
      index0.forEach((j, i) => expect(incompleteBeta((j + 1) / n, rank, n - rank + 1)).toBeCloseTo(cdf[i]!, 10))
    }
  })
  it('is symmetric', () => {
    for (const [x, a, b] of [[0.3, 0.5, 7], [0.01, 30, 2000], [0.97, 200, 3.5]] as const) {
      expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 14)
    }
  })
  it('is undefined outside its domain', () => {
    expect(incompleteBeta(1.1, 2, 3)).toBeNaN()
    expect(incompleteBeta(-0.1, 2, 3)).toBeNaN()
    expect(incompleteBeta(0.5, 0, 3)).toBeNaN()
    expect(incompleteBeta(0.5, 3, 0)).toBeNaN()
    expect(incompleteBeta(0.5, 3, NaN)).toBeNaN()
  })
})

describe('binomialCumulative', () => {
  it('counts', () => {
    expect(binomialCumulative(0, 5, 0.5)).toBeCloseTo(1 / 32, 16)
    expect(binomialCumulative(2, 5, 0.5)).toBeCloseTo(0.5, 15)
    expect(binomialCumulative(-1, 5, 0.5)).toBe(0)
    expect(binomialCumulative(5, 5, 0.5)).toBe(1)
  })
})

describe('the normal law', () => {
  it.each([
    [-10, 7.61985302416e-24],
    [-5, 2.86651571879e-7],
    [-2.5, 0.00620966532577614],
    [0, 0.5],
    [1, 0.841344746068543],
    [1.959963984540054, 0.975],
    [3, 0.99865010196837],
  ])('has P(Z <= %d) = %d', (z, p) => {
    expect(Math.abs(normalCumulative(z) / p - 1)).toBeLessThan(1e-11)
  })
  it('has the quantiles of the published tables', () => {
    expect(normalQuantile(0.5)).toBe(0)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13)
    expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 13)
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 13)
    expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 12)
    expect(normalQuantile(0)).toBe(-Infinity)
    expect(normalQuantile(1)).toBe(Infinity)
    for (const p of [1.5, -0.1, NaN]) expect(normalQuantile(p)).toBeNaN()
  })
  it('inverts itself', () => {
    for (const p of [1e-300, 1e-12, 0.003, 0.2, 0.49, 0.7, 0.999]) expect(normalCumulative(normalQuantile(p)) / p).toBeCloseTo(1, 11)
    expect(normalDensity(0)).toBeCloseTo(0.3989422804014327, 16)
  })
})

describe("Student's noncentral law", () => {
  it("is Student's law without a shift, and the normal law at zero", () => {
    expect(noncentralStudentCumulative(2.7764451051977987, 4, 0)).toBeCloseTo(0.975, 13)
    expect(noncentralStudentCumulative(0, 4, 1.5)).toBeCloseTo(normalCumulative(-1.5), 15)
  })
  it('is undefined outside its domain', () => {
    for (const [t, degrees, shift] of [[-1, 4, 1], [1, 0, 1], [1, 4, -1], [NaN, 4, 1]] as const) expect(noncentralStudentCumulative(t, degrees, shift)).toBeNaN()
  })
})

describe("Student's law", () => {
  it.each([
    [0.975, 1, 12.706204736432095],
    [0.975, 2, 4.302652729911275],
    [0.975, 4, 2.7764451051977987],
    [0.95, 29, 1.6991270265334972],
    [0.9995, 3, 12.92397863668794],
    [0.975, 9, 2.2621571628540993],
    [0.025, 4, -2.7764451051977987],
  ])('has the %d quantile at %d degrees of freedom %d', (p, degrees, t) => {
    expect(Math.abs(studentQuantile(p, degrees) / t - 1)).toBeLessThan(1e-10)
  })
  it('is the Cauchy law at one degree of freedom', () => {
    expect(studentCumulative(1, 1)).toBeCloseTo(0.75, 14)
    expect(studentCumulative(-1, 1)).toBeCloseTo(0.25, 14)
    expect(studentQuantile(0.75, 1)).toBeCloseTo(1, 13)
  })
  it('inverts itself and approaches the normal law', () => {
    for (const degrees of [1, 2.5, 30, 1e6]) {
      for (const p of [1e-6, 0.01, 0.3, 0.6, 0.99]) expect(studentCumulative(studentQuantile(p, degrees), degrees)).toBeCloseTo(p, 12)
    }
    expect(studentQuantile(0.975, 1e8)).toBeCloseTo(1.959964, 5)
    expect(studentQuantile(0.5, 3)).toBe(0)
    for (const [p, degrees] of [[0, 3], [1, 3], [-0.1, 3], [1.1, 3], [0.3, 0], [0.5, 0], [0.5, -1], [0.3, NaN]] as const) expect(studentQuantile(p, degrees)).toBeNaN()
  })
})
