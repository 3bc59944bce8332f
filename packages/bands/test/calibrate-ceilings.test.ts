import { describe, expect, it } from 'vitest'
import { calibrateCeilings, groupMedians, loadProfile } from '../src/index.js'
import golden from './golden/published-calibration.json' with { type: 'json' }
import { syntheticRun } from './synthetic-run.js'

type Published = (typeof golden)['BAND1.p50Ceiling'] | (typeof golden)['BAND1.p99Advisory']

const names = ['nonstream 150 B', 'nonstream 4096 B', 'nonstream 32768 B', 'stream 150 B']
const ns = (valueMs: number): number => Math.round(valueMs * 1_000_000)

/** The cuts are published as products; dividing by their multiplier gives back the medians behind them. */
function cutsOf({ cuts }: Published): Parameters<typeof calibrateCeilings>[0] {
  return cuts.map(({ directories, multiplier, productsMs }) => ({
    name: `${directories} directories`,
    medianNs: Object.fromEntries(names.map((name, index) => [name, ns(productsMs[index]! / multiplier)])),
  }))
}

describe('calibrateCeilings', () => {
  it('gives every group its own median times the multiplier of the anchor, rounded down to the step', () => {
    const { inputs, groups } = golden['BAND1.p50Ceiling']
    const cut = { name: '13 directories', medianNs: Object.fromEntries(groups.map(({ medianMs }, index) => [names[index]!, ns(medianMs)])) }
    const ceilings = calibrateCeilings([cut], { anchor: names[0]!, anchorCeilingNs: ns(inputs.anchorCeilingMs), stepNs: ns(inputs.stepMs) })
    expect(ceilings.map(({ group, ceilingNs }) => [group, ceilingNs])).toEqual(groups.map(({ valueMs }, index) => [names[index]!, ns(valueMs)]))
    for (const [index, { perCut }] of ceilings.entries()) expect(perCut[0]!.productNs / 1e6).toBeCloseTo(groups[index]!.productMs, 2)
  })

  it.each([
    ['BAND1.p50Ceiling', golden['BAND1.p50Ceiling'], [1, 1, 1.5, 2], [false, false, false, false]],
    ['BAND1.p99Advisory', golden['BAND1.p99Advisory'], [2.5, 2.5, 3.5, 5.5], [false, false, true, true]],
  ] as const)('reproduces %s over its three cuts, the lowest bin where a product straddles an edge', (_id, published, valuesMs, straddles) => {
    const anchorCeilingMs = 'anchorCeilingMs' in published.inputs ? published.inputs.anchorCeilingMs : published.inputs.anchorAdvisoryMs
    const ceilings = calibrateCeilings(cutsOf(published), { anchor: names[0]!, anchorCeilingNs: ns(anchorCeilingMs), stepNs: ns(published.inputs.stepMs) })
    expect(ceilings.map(({ ceilingNs }) => ceilingNs / 1e6)).toEqual(valuesMs)
    expect(ceilings.map(({ straddlesBins }) => straddlesBins)).toEqual(straddles)
    expect(ceilings.map(({ perCut }) => perCut.map(({ binNs }) => binNs / 1e6))).toEqual(names.map((_, index) => published.cuts.map(({ binsMs }) => binsMs[index])))
  })

  it('keeps a product that is a whole number of steps', () => {
    const rule = { anchor: 'a', anchorCeilingNs: 1_000_000, stepNs: 500_000 }
    expect(calibrateCeilings([{ name: 'one', medianNs: { a: 300_000, b: 450_000 } }], rule).map(({ ceilingNs }) => ceilingNs)).toEqual([1_000_000, 1_500_000])
  })

  const rule = { anchor: 'a', anchorCeilingNs: 1, stepNs: 1 }
  it.each([
    ['no cut', [], 'no cut of readings'],
    ['a cut without the anchor', [{ name: 'one', medianNs: { b: 1 } }], '"one" has no median for group "a"'],
    ['a later cut without a group', [{ name: 'one', medianNs: { a: 1, b: 1 } }, { name: 'two', medianNs: { a: 1 } }], '"two" has no median for group "b"'],
    ['a median of nothing', [{ name: 'one', medianNs: { a: 0 } }], '"one" has no median for group "a"'],
  ])('refuses %s with LAT_BANDS_NO_CUT', (_what, cuts, named) => {
    expect(() => calibrateCeilings(cuts, rule)).toThrow(expect.objectContaining({ code: 'LAT_BANDS_NO_CUT', message: expect.stringContaining(named) }))
  })
})

describe('groupMedians', () => {
  const run = syntheticRun(loadProfile('provisional'), 'evidence')

  it('pools the direct cells of all runs by payload and mode', () => {
    expect(groupMedians([run, syntheticRun(loadProfile('provisional'), 'evidence', 2)], 'p50Ns')).toEqual({
      'nonstream 150 B': 600_000,
      'stream 150 B': 1_354_000,
      'nonstream 4096 B': 630_000,
      'nonstream 32768 B': 750_000,
    })
  })

  it('leaves out a cell that does not resolve the quantile', () => {
    const blind = { ...run, cells: run.cells.map((cell) => (cell.canary === 'open' ? { ...cell, duration: { ...cell.duration, p99Ns: null } } : cell)) }
    expect(groupMedians([blind], 'p99Ns')['nonstream 150 B']).toBe(800_000)
  })
})
