import { describe, expect, it } from 'vitest'
import { nullShare } from '../../src/aa/null-share.js'
import { makeRun } from '../make-runs.js'

const pair = { treatment: 'twin', baseline: 'relay' }

/** A run in which the twin reads 1 µs less and 1 µs more in turn, around a shift. */
const run = (number: number, shiftNs: number, kept = true) =>
  makeRun({ number, kept, targetNames: ['direct', 'relay', 'twin'], roundCount: 60, latencyNs: (target, round) => 100_000 + round * 10 + (target === 'twin' ? shiftNs + (round % 2 === 0 ? 1000 : -1000) : 0) })

describe('nullShare', () => {
  it('counts the runs whose own interval holds 0, and leaves out discarded ones', () => {
    const runs = [...Array.from({ length: 9 }, (_, number) => run(number, 0)), run(9, 50_000), run(10, 50_000, false)]
    expect(nullShare(runs, pair)).toEqual({ runs: 10, spanning: 9, needed: 9, roundsPerRun: 60, ok: true, meanNs: 5000, standardErrorNs: expect.closeTo(5000, 6) })
  })

  it('is not content with fewer than nine in ten', () => {
    expect(nullShare(Array.from({ length: 10 }, (_, number) => run(number, number < 2 ? 50_000 : 0)), pair)).toMatchObject({ spanning: 8, needed: 9, ok: false })
  })

  it('has no standard error of a single run', () => {
    expect(nullShare([run(0, 0)], pair)).toMatchObject({ runs: 1, standardErrorNs: null })
  })
})
