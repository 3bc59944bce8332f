import { pairedMedian } from '@lat/estimators'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRuns } from '../../src/merge/merge-runs.js'
import { makeRun } from '../make-runs.js'
import type { RunShape } from '../make-runs.js'

describe('mergeRuns', () => {
  it('keeps rounds paired over runs', () => {
    const merged = mergeRuns([makeRun({ number: 0, roundCount: 2 }), makeRun({ number: 2, roundCount: 3 })])
    expect(merged.pairs('a', 'direct').map(({ key, baseline, treatment }) => [key, treatment - baseline])).toEqual([
      ['run 0 round 0', 50_000], ['run 0 round 1', 50_000], ['run 2 round 0', 50_000], ['run 2 round 1', 50_000], ['run 2 round 2', 50_000],
    ])
    expect(merged.pairs('a', 'direct', 2)).toHaveLength(3)
    expect(merged.roundCount).toBe(5)
  })

  it('leaves discarded runs out', () => {
    const merged = mergeRuns([makeRun({ number: 0, kept: false, latencyNs: () => 9_000_000 }), makeRun({ number: 1 })])
    expect(merged.runNumbers).toEqual([1])
    expect(Math.max(...merged.latenciesNs('a'))).toBeLessThan(1_000_000)
  })

  it('accepts a cadence that is equal without being the same object', () => {
    expect(mergeRuns([makeRun({ cadence: { kind: 'paced', gapMs: 20 } }), makeRun({ number: 1, cadence: { kind: 'paced', gapMs: 20 } })]).roundCount).toBe(8)
  })

  it.each<[string, RunShape[], string]>([
    ['runs of different cadence', [{}, { number: 1, cadence: { kind: 'plain' } }], 'cadence primed and plain'],
    ['runs paced differently', [{ cadence: { kind: 'paced', gapMs: 20 } }, { number: 1, cadence: { kind: 'paced', gapMs: 30 } }], 'paced:20 and paced:30'],
    ['runs with different numbers of targets', [{}, { number: 1, targetNames: ['direct', 'a', 'b'] }], '2 and 3 targets'],
    ['runs of different targets', [{}, { number: 1, targetNames: ['direct', 'b'] }], 'direct, a and direct, b'],
    ['runs of different bodies', [{}, { number: 1, bodyBytes: 4096 }], '80 and 4096 bytes'],
    ['two runs of the same number', [{}, {}], 'same number'],
    ['nothing but discarded runs', [{ kept: false }], 'None of 1 runs was kept'],
  ])('refuses %s', (_, shapes, expected) => {
    expect(() => mergeRuns(shapes.map(makeRun))).toThrowError(expect.objectContaining({ code: 'LAT_GWBENCH_NOT_COMPARABLE', message: expect.stringContaining(expected) }))
  })

  it('refuses a target it does not have', () => {
    expect(() => mergeRuns([makeRun()]).latenciesNs('b')).toThrowError('There is no target "b" among direct, a.')
  })

  it('lets drift that a round shares cancel', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 40 }), fc.integer({ min: -50_000, max: 1e9 }), (drift, shift) => {
        const run = makeRun({ roundCount: drift.length, latencyNs: (target, round) => 100_000 + drift[round]! + (target === 'a' ? shift : 0) })
        expect(pairedMedian(mergeRuns([run]).pairs('a', 'direct')).delta).toBe(shift)
      }),
    )
  })
})
