import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abortChance, finishQuiescence, observeIdle, startQuiescence, type ConfirmedIdle } from '../../src/index.js'

const rules = { floorPercent: 60, pervasivePercent: 10 }

/** Every sequence of dips, weighed, through the real rules. */
function enumerated(dip: number, readings: number): number {
  let abort = 0
  for (let sequence = 0; sequence < 1 << readings; sequence += 1) {
    let state = startQuiescence({ mode: 'evidence', ...rules })
    let weight = 1
    for (let index = 0; index < readings; index += 1) {
      const below = ((sequence >> index) & 1) === 1
      weight *= below ? dip : 1 - dip
      const idle: ConfirmedIdle = { state: below ? 'below-floor' : 'quiet', idlePercent: below ? 40 : 97, samplesPercent: [40], first: null, remark: null }
      state = observeIdle(state, { at: 'mid-run', cell: 'direct-payload-150', repetition: null, phase: 'before', idle })
    }
    if (finishQuiescence(state).refusal !== null) abort += weight
  }
  return abort
}

describe('abortChance', () => {
  it('is that of the rules themselves, over every possible run of 12 readings', () => {
    // one dip in 9 readings: (1 + 1/2) / (9 + 1) = 0.15
    expect(abortChance([40, 90, 90, 90, 90, 90, 90, 90, 90], 12, rules)).toBeCloseTo(enumerated(0.15, 12), 12)
  })

  it('is small after many quiet readings and large after few', () => {
    expect(abortChance(Array.from({ length: 200 }, () => 97), 106, rules)).toBeLessThan(0.01)
    expect(abortChance([97], 106, rules)).toBeGreaterThan(0.9)
  })

  it('is 0 for a run without readings', () => {
    expect(abortChance([], 0, rules)).toBe(0)
  })

  it('stays between 0 and 1, and grows with the length of the run at a fixed number of allowed dips', () => {
    fc.assert(fc.property(fc.array(fc.nat({ max: 100 }), { maxLength: 60 }), fc.integer({ min: 10, max: 18 }), (recent, readings) => {
      const chance = abortChance(recent, readings, rules)
      expect(chance).toBeGreaterThanOrEqual(-1e-12)
      expect(chance).toBeLessThanOrEqual(1)
      expect(abortChance(recent, readings + 1, rules)).toBeGreaterThanOrEqual(chance - 1e-12)
    }))
  })
})
