import { describe, expect, it } from 'vitest'
import { poissonTail, satisfiability } from '../src/index.js'
import golden from './golden/published-calibration.json' with { type: 'json' }

const { quiet } = golden.pervasiveBudget.calibratedOn

describe('satisfiability', () => {
  it('is the opportunities of one run times the observed rate, and its exact upper limit', () => {
    const count = satisfiability({ opportunitiesPerRun: 106, observed: { events: quiet.breaches, opportunities: quiet.readings } })
    expect(count.expectedPerRun).toBeCloseTo(quiet.expectedPer106, 2)
    expect(count.upperPerRun).toBeCloseTo(golden.pervasiveBudget.calibratedOn.poissonUpper95Per106, 2)
    expect(count.satisfiable).toBe(false)
  })

  it('bounds a rate of which nothing was seen', () => {
    const { failures, steadyRequests } = golden.failed.calibratedOn
    const count = satisfiability({ opportunitiesPerRun: 1_224_053, observed: { events: failures, opportunities: steadyRequests } })
    expect(count.expectedPerRun).toBe(0)
    expect(count.upperPerRun).toBeCloseTo(golden.failed.recomputed.perRun, 2)
    expect(count.satisfiable).toBe(true)
  })

  it.each([
    [1, 10, true],
    [11, 100, false],
  ])('calls %i of %i well below one: %s', (events, opportunities, satisfiable) => {
    expect(satisfiability({ opportunitiesPerRun: 1, observed: { events, opportunities } }).satisfiable).toBe(satisfiable)
  })

  it('says nothing where nobody has counted', () => {
    expect(satisfiability({ opportunitiesPerRun: 53, observed: null })).toEqual({ expectedPerRun: null, upperPerRun: null, satisfiable: null })
  })
})

describe('poissonTail', () => {
  const { breaches, readings } = quiet
  const expected = (106 * breaches) / readings
  const upper = (106 * golden.pervasiveBudget.calibratedOn.poissonUpper95Events) / readings

  it.each(golden.pervasiveBudget.recomputed)('refuses a healthy run as often as published for a gate at $firesAt of 106 readings', ({ firesAt, percentAtExpected, percentAtUpper }) => {
    expect((100 * poissonTail(expected, firesAt)) / percentAtExpected).toBeCloseTo(1, 6)
    expect((100 * poissonTail(upper, firesAt)) / percentAtUpper).toBeCloseTo(1, 3)
  })

  it('is certain of no event or more, and of nothing where nothing is expected', () => {
    expect(poissonTail(3, 0)).toBeCloseTo(1, 12)
    expect(poissonTail(0, 0)).toBe(1)
    expect(poissonTail(0, 1)).toBe(0)
    expect(poissonTail(700, 1)).toBeCloseTo(1, 9)
  })

  it('is a probability for every mean', () => {
    const certain = Array.from({ length: 701 }, (_, mean) => poissonTail(mean, 0))
    expect(Math.max(...certain)).toBe(1)
    expect(Math.min(...certain)).toBeGreaterThan(1 - 1e-9)
  })

  it('is one minus the head, term by term', () => {
    const head = [0, 1, 2].reduce((sum, count) => sum + Math.exp(-2.5) * 2.5 ** count / [1, 1, 2][count]!, 0)
    expect(poissonTail(2.5, 3)).toBeCloseTo(1 - head, 12)
  })

  it.each([
    [1, 1.5, 'LAT_BANDS_NOT_A_COUNT'],
    [1, -1, 'LAT_BANDS_NOT_A_COUNT'],
    [-0.1, 1, 'LAT_BANDS_OUT_OF_RANGE'],
    [701, 1, 'LAT_BANDS_OUT_OF_RANGE'],
    [Number.NaN, 1, 'LAT_BANDS_OUT_OF_RANGE'],
  ])('refuses a mean of %d and a count of %d with %s', (mean, atLeast, code) => {
    expect(() => poissonTail(mean, atLeast)).toThrow(expect.objectContaining({ code }))
  })
})
