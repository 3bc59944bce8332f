import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRounds } from '../../src/plan/plan-rounds.js'
import { positionCounts } from '../../src/plan/position-counts.js'

describe('planRounds', () => {
  it('gives the same orders for the same seed, and others for another', () => {
    const plan = (seed: string) => planRounds({ targetCount: 3, rounds: 5, seed })
    expect(plan('a')).toEqual(plan('a'))
    expect(plan('a')).not.toEqual(plan('b'))
  })

  it('visits every target once per round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 60 }), (targetCount, rounds) => {
        const orders = planRounds({ targetCount, rounds, seed: 'law' })
        expect(orders).toHaveLength(rounds)
        for (const order of orders) expect([...order].sort()).toEqual(Array.from({ length: targetCount }, (_, index) => index))
      }),
    )
  })

  it('puts each target at each position equally often, to 1, however many rounds there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 100 }), fc.string({ minLength: 1 }), (targetCount, rounds, seed) => {
        const counts = positionCounts(planRounds({ targetCount, rounds, seed }), targetCount).flat()
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('does not let one target follow another in every round', () => {
    const orders = planRounds({ targetCount: 4, rounds: 400, seed: 'followers' })
    const after = orders.filter((order) => order.indexOf(1) === order.indexOf(0) + 1).length
    expect(after).toBeGreaterThan(50)
    expect(after).toBeLessThan(150)
  })
})
