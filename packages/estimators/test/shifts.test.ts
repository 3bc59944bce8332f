import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupQuantile, groupQuantileShift, pairedShift, quantileShift, type BootstrapOptions, type CellPair } from '../src/index.js'
import { rng } from '../src/rng.js'

const { exponential } = rng('cells')
const cell = (count: number, from: number): number[] => Array.from({ length: count }, () => Math.round(from + 1e4 * exponential()))
const pairs: readonly CellPair[] = ['r1', 'r2', 'r3', 'r4', 'r5'].map((key) => ({ key, baseline: cell(400, 5e5), treatment: cell(400, 9e5) }))
const treatments = pairs.map(({ treatment }) => treatment)
const baselines = pairs.map(({ baseline }) => baseline)
const squares = Array.from({ length: 15 }, (_, i) => i * i)
const small = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 6, maxLength: 12 })

describe('quantileShift', () => {
  it('is the quantile of the treatment minus that of the baseline', () => {
    const { shift, treatment, baseline } = quantileShift([480, 495, 505], [500, 510, 520], 0.5)
    expect({ shift, treatment, baseline }).toEqual({ shift: -15, treatment: 495, baseline: 510 })
  })
  it('brackets its shift with an interval from within the cells', () => {
    const { shift, withinCells } = quantileShift(treatments[0]!, baselines[0]!, 0.5)
    expect(withinCells).toMatchObject({ level: 0.95, method: 'percentile-bootstrap-exact', resampled: 'withinCells', centre: shift })
    expect(withinCells!.low).toBeLessThan(shift)
    expect(withinCells!.high).toBeGreaterThan(shift)
  })
  it('gives no interval where a sample cannot resolve the quantile, and says so', () => {
    expect(quantileShift(cell(3687, 0), cell(4000, 0), 0.999)).toMatchObject({ withinCells: null, flags: ['unresolved-tail'] })
    expect(quantileShift(cell(3688, 0), cell(4000, 0), 0.999)).toMatchObject({ flags: [] })
    expect(() => quantileShift(cell(3687, 0), cell(4000, 0), 0.999, { strict: true })).toThrow('needs at least 3688')
  })
  it('labels equal values and the steps of a clock', () => {
    expect(quantileShift(new Float64Array(40).fill(7), new Float64Array(40).fill(5), 0.5)).toMatchObject({ shift: 2, withinCells: { low: 2, high: 2 }, flags: ['degenerate'] })
    expect(quantileShift([5, 5, 5, 5, 5, 6, 6, 6, 6, 6], [5, 5, 5, 5, 5, 5, 5, 5, 5, 4], 0.5)).toMatchObject({ shift: 0.5, flags: ['ties'] })
  })
  it('turns round with its sides, moves with a common offset of one side and grows with a factor', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const there = quantileShift(a, b, 0.5)
        const back = quantileShift(b, a, 0.5)
        const moved = quantileShift(a.map((v) => v + 1000), b, 0.5)
        const scaled = quantileShift(a.map((v) => 8 * v), b.map((v) => 8 * v), 0.5)
        expect(there.shift + back.shift).toBe(0)
        expect([moved.shift, moved.withinCells!.low, moved.withinCells!.high]).toEqual([there.shift, there.withinCells!.low, there.withinCells!.high].map((v) => v! + 1000))
        expect([scaled.shift, scaled.withinCells!.low, scaled.withinCells!.high]).toEqual([there.shift, there.withinCells!.low, there.withinCells!.high].map((v) => v! * 8))
        // p and 1 - p change places; a law that steps exactly there may pick the neighbouring step
        expect(-back.withinCells!.high!).toBeLessThanOrEqual(there.withinCells!.low! + 1e6 * 1e-9)
      }),
      { numRuns: 30 },
    )
  })
  it('nests its intervals in the level', () => {
    const at = (level: number): readonly number[] => {
      const { withinCells } = quantileShift(treatments[0]!, baselines[0]!, 0.9, { level })
      return [withinCells!.low!, withinCells!.high!]
    }
    const levels = [0.5, 0.8, 0.9, 0.95, 0.99].map(at)
    for (let i = 1; i < levels.length; i++) {
      expect(levels[i]![0]).toBeLessThanOrEqual(levels[i - 1]![0]!)
      expect(levels[i]![1]).toBeGreaterThanOrEqual(levels[i - 1]![1]!)
    }
  })
})

describe('groupQuantile', () => {
  it('is the median across cells, neither the quantile of the pool nor a mean', () => {
    const cells = [1, 1, 1, 1, 100].map((value) => new Float64Array(100).fill(value))
    expect(groupQuantile(cells, 0.99)).toMatchObject({ estimate: 1, spread: 99, perCell: [1, 1, 1, 1, 100], flags: ['degenerate', 'unresolved-tail'] })
  })
  it('leaves open the end its cells cannot bound', () => {
    const { withinCells } = groupQuantile([cell(300, 0), cell(400, 0), cell(400, 0)], 0.99)
    expect(withinCells!.high).toBeNull()
    expect(withinCells!.low).toBeGreaterThan(0)
    expect(groupQuantile([cell(300, 0)], 0.01).withinCells!.low).toBeNull()
    expect(groupQuantile([[1, 2, 3]], 0).withinCells).toMatchObject({ low: null, high: expect.any(Number) as unknown })
    expect(groupQuantile([[1, 2, 3]], 1).withinCells).toMatchObject({ low: expect.any(Number) as unknown, high: null })
  })
  it('has an estimate but no interval for a single value', () => {
    expect(groupQuantile([[7], [9]], 0.5, { seed: 's' }).spread).toBe(2)
    expect(groupQuantile([[7]], 0.5)).toMatchObject({ estimate: 7, spread: null, withinCells: null, flags: ['one-value', 'unresolved-tail'] })
  })
  it('is drawn for an even number of cells, and says so', () => {
    const even = treatments.slice(0, 4)
    expect(() => groupQuantile(even, 0.5)).toThrow(expect.objectContaining({ code: 'LAT_EST_SEED_REQUIRED' }))
    expect(groupQuantile(even, 0.5, { seed: 'even' }).withinCells!.method).toBe('percentile-bootstrap-seeded')
    expect(groupQuantile([...even].reverse(), 0.5, { seed: 'even' }).withinCells).toEqual(groupQuantile(even, 0.5, { seed: 'even' }).withinCells)
  })
  it('draws every cell of the group', () => {
    const flat = (value: number): number[] => Array.from({ length: 10 }, () => value)
    expect(groupQuantile([flat(7), flat(9)], 0.5, { seed: 's' }).withinCells).toMatchObject({ low: 8, high: 8 })
    expect(groupQuantile([flat(7), flat(8), flat(12), flat(13)], 0.5, { seed: 's' }).withinCells).toMatchObject({ low: 10, high: 10 })
  })
  it.each([
    ['length', 0.5, [squares, [0, 2.5, 5, ...squares.slice(1, 7), 49, 64, 65, 83, 95, 99, 121, 144, 150, 196]]],
    ['least value', 0.2, [squares, [-20, ...squares.slice(1)]]],
    ['largest value', 0.8, [squares, [...squares.slice(0, -1), 400]]],
  ])('draws alike in whatever order cells come that can be told apart by their %s only', (_, q, cells) => {
    const drawn = (group: readonly number[][], seed: string): unknown => groupQuantile(group, q, { seed, resamples: 200, level: 0.9 }).withinCells
    for (const seed of ['a', 'b', 'c']) expect(drawn([...cells].reverse(), seed)).toEqual(drawn(cells, seed))
  })
  it('refuses no cells', () => {
    expect(() => groupQuantile([], 0.5)).toThrow('cells has 0 cells; at least 1')
    expect(() => groupQuantile([[1], []], 0.5)).toThrow('cells[1] holds no values')
  })
})

describe('groupQuantileShift', () => {
  it('subtracts the medians across cells', () => {
    const { shift, treatment, baseline } = groupQuantileShift(treatments, baselines, 0.9)
    expect(treatment).toBe(groupQuantile(treatments, 0.9).estimate)
    expect(baseline).toBe(groupQuantile(baselines, 0.9).estimate)
    expect(shift).toBe(treatment - baseline)
  })
  it('agrees with many seeded resamples', () => {
    const exact = groupQuantileShift(treatments, baselines, 0.9).withinCells!
    const seeded = groupQuantileShift(treatments, baselines, 0.9, { method: 'seeded', seed: 'many', resamples: 20000 }).withinCells!
    const width = exact.high! - exact.low!
    expect(Math.abs(seeded.low! - exact.low!)).toBeLessThan(0.05 * width)
    expect(Math.abs(seeded.high! - exact.high!)).toBeLessThan(0.05 * width)
  })
})

describe('pairedShift', () => {
  it('takes the median over repetitions of the matched differences', () => {
    const flat = (value: number): number[] => Array.from({ length: 9 }, () => value)
    const result = pairedShift([['r1', 10, 11], ['r2', 20, 35], ['r3', 30, 31]].map(([key, b, t]) => ({ key: key as string, baseline: flat(b as number), treatment: flat(t as number) })), 0.5)
    expect(result).toMatchObject({
      shift: 1,
      spread: 14,
      spreadBelowShift: false,
      perPair: [{ key: 'r1', baseline: 10, treatment: 11, delta: 1 }, { key: 'r2', delta: 15 }, { key: 'r3', delta: 1 }],
      withinCells: { low: 1, high: 1 },
      flags: ['degenerate', 'too-few-repetitions'],
    })
  })
  it('holds a spread as large as the shift for too large', () => {
    const pair = (key: string, by: number): CellPair => ({ key, baseline: [100, 101, 102], treatment: [100 + by, 101 + by, 102 + by] })
    expect(pairedShift([pair('r1', 5), pair('r2', 10), pair('r3', 15)], 0.5)).toMatchObject({ shift: 10, spread: 10, spreadBelowShift: false })
    expect(pairedShift([pair('r1', 6), pair('r2', 10), pair('r3', 15)], 0.5)).toMatchObject({ spread: 9, spreadBelowShift: true })
  })
  it('gives one interval for each question, and neither passes for the other', () => {
    const { shift, withinCells, acrossRepetitions } = pairedShift(pairs, 0.5)
    expect(withinCells).toMatchObject({ resampled: 'withinCells', method: 'percentile-bootstrap-exact', centre: shift })
    expect(acrossRepetitions.distributionFree).toMatchObject({ resampled: 'acrossRepetitions', level: 0.9375, centre: shift })
    expect(acrossRepetitions.t).toMatchObject({ resampled: 'acrossRepetitions', level: 0.95, centre: acrossRepetitions.mean })
  })
  it('has one repetition to show for one pair', () => {
    expect(pairedShift(pairs.slice(0, 1), 0.5)).toMatchObject({ spread: null, spreadBelowShift: false, acrossRepetitions: { t: null }, flags: ['one-repetition', 'too-few-repetitions'] })
    const { spread, perPair: [first, second] } = pairedShift(pairs.slice(0, 2), 0.5, { seed: 's' })
    expect(spread).toBe(Math.abs(first!.delta - second!.delta))
  })
  it('drops the interval within cells where one cell cannot resolve the quantile', () => {
    const result = pairedShift(pairs, 0.999)
    expect(result.withinCells).toBeNull()
    expect(result.flags).toContain('unresolved-tail')
    expect(result.acrossRepetitions.t).not.toBeNull()
  })
  it('agrees with many seeded resamples', () => {
    const exact = pairedShift(pairs, 0.9).withinCells!
    const seeded = pairedShift(pairs, 0.9, { method: 'seeded', seed: 'many', resamples: 40000 }).withinCells!
    const width = exact.high! - exact.low!
    expect(Math.abs(seeded.low! - exact.low!)).toBeLessThan(0.03 * width)
    expect(Math.abs(seeded.high! - exact.high!)).toBeLessThan(0.03 * width)
    expect(seeded.method).toBe('percentile-bootstrap-seeded')
  })
  it.each(['exact', 'seeded'] as const)('%s, depends on nothing but the pairs: not on row order, pair order, neighbours or Math.random', (method) => {
    const options: BootstrapOptions = { method, seed: 'fixed' }
    const before = pairedShift(pairs, 0.9, options)
    Math.random()
    pairedShift(pairs, 0.5, options)
    const shuffled = [...pairs].reverse().map(({ key, baseline, treatment }) => ({ key, baseline: [...(baseline as number[])].reverse(), treatment: Float64Array.from(treatment).sort() }))
    const after = pairedShift(shuffled, 0.9, options)
    expect(after.shift).toBe(before.shift)
    expect(after.withinCells).toEqual(before.withinCells)
    expect(after.acrossRepetitions).toEqual(before.acrossRepetitions)
  })
  it('scales with the unit', () => {
    const inMs = pairs.map(({ key, baseline, treatment }) => ({ key, baseline: (baseline as number[]).map((v) => v / 1024), treatment: (treatment as number[]).map((v) => v / 1024) }))
    for (const options of [{}, { method: 'seeded', seed: 's' }] as const) {
      const ns = pairedShift(pairs, 0.5, options)
      const ms = pairedShift(inMs, 0.5, options)
      expect([ms.shift, ms.withinCells!.low, ms.withinCells!.high].map((v) => v! * 1024)).toEqual([ns.shift, ns.withinCells!.low, ns.withinCells!.high].map((v): unknown => expect.closeTo(v!, 6)))
    }
  })
  it('changes the drawn interval with the name of the seed and with the quantile only', () => {
    const draw = (seed: string): unknown => pairedShift(pairs, 0.5, { method: 'seeded', seed }).withinCells
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })
  it('draws 2000 resamples unless told otherwise', () => {
    expect(pairedShift(pairs, 0.5, { method: 'seeded', seed: 's' })).toEqual(pairedShift(pairs, 0.5, { method: 'seeded', seed: 's', resamples: 2000 }))
  })
  it('is frozen, and leaves its input alone', () => {
    const copy = structuredClone(pairs)
    const result = pairedShift(pairs, 0.5)
    expect(pairs).toEqual(copy)
    for (const part of [result, result.perPair, result.perPair[0], result.withinCells, result.acrossRepetitions, result.flags]) expect(Object.isFrozen(part)).toBe(true)
  })
  it.each([
    ['LAT_EST_NO_PAIRS', [], {}],
    ['LAT_EST_REPEATED_KEY', [pairs[0], pairs[0]], {}],
    ['LAT_EST_EMPTY', [{ key: 'r1', baseline: [], treatment: [1] }], {}],
    ['LAT_EST_UNPAIRED', [{ key: 'r1', baseline: [1] }], {}],
    ['LAT_EST_NOT_A_NUMBER', [{ key: 'r1', baseline: [1], treatment: [NaN] }], {}],
    ['LAT_EST_BAD_LEVEL', pairs, { level: 95 }],
    ['LAT_EST_BAD_OPTION', pairs, { method: 'bca' }],
    ['LAT_EST_BAD_RESAMPLES', pairs, { resamples: 199 }],
    ['LAT_EST_BAD_RESAMPLES', pairs, { resamples: 2000.5 }],
    ['LAT_EST_BAD_RESAMPLES', pairs, { method: 'seeded', seed: 's', resamples: 2000, level: 0.999 }],
    ['LAT_EST_SEED_REQUIRED', pairs, { method: 'seeded' }],
    ['LAT_EST_SEED_REQUIRED', pairs, { seed: '' }],
    ['LAT_EST_SEED_REQUIRED', pairs, { seed: 7 }],
    ['LAT_EST_SEED_REQUIRED', pairs.slice(0, 4), {}],
  ])('refuses with %s', (code, input, options) => {
    expect(() => pairedShift(input as CellPair[], 0.5, options as BootstrapOptions)).toThrow(expect.objectContaining({ code }))
  })
  it('refuses a bad quantile', () => {
    expect(() => pairedShift(pairs, 50)).toThrow('For P50 write 0.5')
    expect(() => groupQuantile(treatments, NaN)).toThrow('q is NaN')
  })
})
