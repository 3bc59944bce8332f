import type { Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile, verdictText } from '../../src/index.js'
import { editCells, slower, syntheticRun } from '../synthetic-run.js'

const profile = loadProfile('provisional')
const smoke = syntheticRun(profile, 'smoke')
const lines = (run: Analysis): readonly string[] => verdictText(evaluate(run, profile)).trimEnd().split('\n')

/** The smoke run with its enforcement deltas at 150 B and 4096 B set, in ns. */
function withDeltas(smallNs: number, largeNs: number): Analysis {
  const set = (run: Analysis, name: string, deltaNs: number): Analysis =>
    editCells(run, { name: `enforce-${name}` }, (cell) => {
      const other = smoke.cells.find((one) => one.name === `passthrough-${name}`)!
      return slower(other.duration.p50Ns! + deltaNs - cell.duration.p50Ns!)(cell)
    })
  return set(set(smoke, 'nonstream-150-r1', smallNs), 'nonstream-4096-r1', largeNs)
}

describe('the closing lines', () => {
  it('say what a cell cost, to the digit', () => {
    const run = editCells(smoke, { name: 'enforce-nonstream-150-r1' }, (cell) => ({ ...cell, achievedRatePerSecond: 299.4, subjectCpu: { cpuSeconds: 1.2345, cpuMsPerRequest: 1.64604, coresBusy: 0.49384 } }))
    expect(lines(run).filter((line) => line.startsWith('COST')).slice(0, 3)).toEqual([
      'COST direct-canary-open-nonstream-150 (150 B at 300 rps) cpu - s, - ms per request, - cores busy, slots needed 0.12, headroom 333.3',
      'COST passthrough-nonstream-150-r1 (150 B at 300 rps) cpu 1.50 s, 0.500 ms per request, 0.20 cores busy, slots needed 0.45, headroom 88.8',
      'COST enforce-nonstream-150-r1 (150 B at 300 rps) cpu 1.23 s, 1.646 ms per request, 0.49 cores busy, slots needed 0.57, headroom 70.2',
    ])
  })

  it.each([
    [575_000, 2_548_000, 'at 0 B (0.0 KB), extrapolated'],
    [575_001, 2_548_001, 'before the first byte, extrapolated'],
    [49_500, 2_022_500, 'at 1051 B (1.1 KB)'],
  ])('read the budget off the line through %i ns and %i ns %s', (smallNs, largeNs, at) => {
    expect(lines(withDeltas(smallNs, largeNs)).find((line) => line.startsWith('CROSSING'))).toBe(`CROSSING enforcement reaches 0.500 ms ${at}; slope-below 150 B .. 4096 B, 500 ns per byte, paired P50 at 150 rps`)
  })

  it('name the one band that decided, and the one that could not be judged', () => {
    const busy = editCells(smoke, { name: 'enforce-stream-150-r1' }, (cell) => ({ ...cell, contended: true }))
    const failed = editCells(busy, { name: 'direct-payload-4096' }, slower(10_000_000))
    expect(lines(failed).slice(-4)).toEqual([
      'NOT JUDGED BAND3-STREAM: a busy host or too few rows left nothing to judge; an evidence run would fail',
      'EXPECTATIONS MET',
      'FAILING BAND1',
      'SMOKE FAILED',
    ])
    expect(lines(smoke).slice(-2)).toEqual(['EXPECTATIONS MET', 'SMOKE OK'])
  })

  it('say neither met nor not met when no expectation could be judged', () => {
    const busy = ['passthrough', 'enforce'].reduce((all, arm) => editCells(all, { arm: arm as 'enforce' }, (cell) => ({ ...cell, contended: true })), smoke)
    expect(lines(busy).slice(-2)).toEqual(['NOT JUDGED BAND2, BAND3, BAND4, BAND3-STREAM: a busy host or too few rows left nothing to judge; an evidence run would fail', 'SMOKE OK'])
  })

  it('name the one expectation that was not met', () => {
    const dear = editCells(smoke, { arm: 'enforce', stream: true }, slower(6_000_000))
    expect(lines(dear).slice(-3)).toEqual(['EXPECTATIONS NOT MET BAND3-STREAM', 'FAILING BAND3-STREAM', 'SMOKE FAILED'])
  })
})
