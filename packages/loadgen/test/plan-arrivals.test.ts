import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planArrivals } from '../src/plan-arrivals.js'
import type { ArrivalTimes } from '../src/plan-arrivals.js'

const times = (change: Partial<ArrivalTimes> = {}): ArrivalTimes => ({ ratePerSecond: 500, warmupMs: 0, steadyStartMs: 0, steadyMs: 10_000, arrivals: 'constant', seed: 'plan', ...change })

describe('planArrivals', () => {
  it('puts arrival i of a phase exactly i / rate after its start', () => {
    const { scheduledNs, warmupCount, steadyCount } = planArrivals(times())
    expect([warmupCount, steadyCount]).toEqual([0, 5000])
    expect(scheduledNs.every((instant, i) => instant === i * 2_000_000)).toBe(true)
  })

  it('lets warm-up and steady share the rate and leaves the gap between them empty', () => {
    const plan = planArrivals(times({ ratePerSecond: 100, warmupMs: 50, steadyStartMs: 70, steadyMs: 30 }))
    expect([...plan.scheduledNs]).toEqual([0, 10e6, 20e6, 30e6, 40e6, 70e6, 80e6, 90e6])
    expect([plan.warmupCount, plan.steadyCount, plan.steadyStartNs, plan.endNs]).toEqual([5, 3, 70e6, 100e6])
  })

  it('takes a rate that is not whole, without drift', () => {
    const { scheduledNs } = planArrivals(times({ ratePerSecond: 2.5, steadyMs: 1_000_000 }))
    expect(scheduledNs).toHaveLength(2500)
    expect(scheduledNs[2499]).toBe(2499 * 400_000_000)
    expect(planArrivals(times({ ratePerSecond: 1 / 3, steadyMs: 9000 })).scheduledNs).toEqual(Float64Array.of(0, 3e9, 6e9))
  })

  it.each(['constant', 'poisson'] as const)('deals %s arrivals out to the shards, every one to exactly one of them', (arrivals) => {
    const all = times({ arrivals, ratePerSecond: 10, warmupMs: 500, steadyStartMs: 500, steadyMs: 1000 })
    const shards = [0, 1, 2].map((index) => planArrivals({ ...all, shard: { index, count: 3 } }))
    expect(shards.map(({ warmupCount, steadyCount }) => [warmupCount, steadyCount])).toEqual([[2, 4], [2, 3], [1, 3]])
    expect(Float64Array.from(shards.flatMap(({ scheduledNs }) => [...scheduledNs])).sort()).toEqual(Float64Array.from(planArrivals(all).scheduledNs))
  })

  it('deals arrival i to shard i mod N, so that the shards together are the schedule and nothing else', () => {
    const drawn = fc.record({ arrivals: fc.constantFrom('constant' as const, 'poisson' as const), count: fc.integer({ min: 1, max: 9 }), millionths: fc.integer({ min: 500, max: 2_000_000 }), warmupMs: fc.integer({ min: 0, max: 900 }), gapMs: fc.integer({ min: 0, max: 50 }), steadyMs: fc.integer({ min: 1, max: 900 }) })
    fc.assert(
      fc.property(drawn, ({ arrivals, count, millionths, warmupMs, gapMs, steadyMs }) => {
        const all = times({ arrivals, ratePerSecond: millionths / 1000, warmupMs, steadyStartMs: warmupMs + gapMs, steadyMs })
        const whole = planArrivals(all)
        const shards = Array.from({ length: count }, (_, index) => planArrivals({ ...all, shard: { index, count } }))
        const phase = (plan: typeof whole, steady: boolean): number[] => [...plan.scheduledNs.subarray(steady ? plan.warmupCount : 0, steady ? undefined : plan.warmupCount)]
        for (const steady of [false, true]) {
          const dealt: number[] = []
          shards.forEach((shard, index) => phase(shard, steady).forEach((instant, position) => (dealt[index + position * count] = instant)))
          expect(dealt).toEqual(phase(whole, steady))
        }
        for (const { warmupEndNs, steadyStartNs, endNs } of shards) expect([warmupEndNs, steadyStartNs, endNs]).toEqual([whole.warmupEndNs, whole.steadyStartNs, whole.endNs])
      }),
      { numRuns: 40 },
    )
  })

  it('draws Poisson arrivals from the seed: as many as constant ones, inside their phase, ascending', () => {
    const poisson = times({ arrivals: 'poisson', ratePerSecond: 200, warmupMs: 1000, steadyStartMs: 2000, steadyMs: 3000 })
    const plan = planArrivals(poisson)
    expect(plan.scheduledNs).toEqual(planArrivals(poisson).scheduledNs)
    expect(plan.scheduledNs).not.toEqual(planArrivals({ ...poisson, seed: 'other' }).scheduledNs)
    expect([plan.warmupCount, plan.steadyCount]).toEqual([200, 600])
    expect(plan.scheduledNs.every((instant, i) => i === 0 || instant >= plan.scheduledNs[i - 1]!)).toBe(true)
    expect(plan.scheduledNs.subarray(0, 200).every((instant) => instant < 1e9)).toBe(true)
    expect(plan.scheduledNs.subarray(200).every((instant) => instant >= 2e9 && instant < 5e9)).toBe(true)
  })

  it('spreads Poisson gaps as an exponential does: about 63% of them below the mean', () => {
    const { scheduledNs } = planArrivals(times({ arrivals: 'poisson', ratePerSecond: 1000, steadyMs: 10_000 }))
    const gaps = [...scheduledNs].slice(1).map((instant, i) => instant - scheduledNs[i]!)
    const below = gaps.filter((gap) => gap < 1e6).length / gaps.length
    expect(below).toBeGreaterThan(0.61)
    expect(below).toBeLessThan(0.65)
  })

  it('never puts an arrival a whole nanosecond off, before its start, or at the end of its phase', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 20_000 }), (millionths, steadyMs) => {
        const ratePerSecond = millionths / 1000
        const { scheduledNs, steadyCount } = planArrivals(times({ ratePerSecond, steadyMs: Math.min(steadyMs, 2e6 / ratePerSecond) }))
        expect(scheduledNs).toHaveLength(steadyCount)
        for (const i of [0, 1, steadyCount >> 1, steadyCount - 1].filter((index) => index >= 0 && index < steadyCount)) {
          const exact = (BigInt(i) * 1_000_000_000_000n) / BigInt(millionths)
          expect(Math.abs(scheduledNs[i]! - Number(exact))).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 200 },
    )
  })
})
