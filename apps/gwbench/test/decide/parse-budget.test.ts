import { describe, expect, it } from 'vitest'
import { parseBudget } from '../../src/decide/parse-budget.js'

describe('parseBudget', () => {
  it.each([
    ['500us', { treatment: null, baseline: null, quantity: 'p50', limitNs: 500_000 }],
    ['p99=1ms', { treatment: null, baseline: null, quantity: 'p99', limitNs: 1_000_000 }],
    ['v0.8:p90=1.5ms', { treatment: 'v0.8', baseline: null, quantity: 'p90', limitNs: 1_500_000 }],
    ['enforce/passthrough:500us', { treatment: 'enforce', baseline: 'passthrough', quantity: 'p50', limitNs: 500_000 }],
  ])('reads %s', (text, expected) => {
    expect(parseBudget(text)).toEqual(expected)
  })

  it.each(['', '500', 'p95=1ms', '0us', 'a/b/c:1ms', '-1ms'])('refuses "%s"', (text) => {
    expect(parseBudget(text)).toContain('--budget is')
  })
})
