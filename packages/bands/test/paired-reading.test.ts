import type { AnalysedCell, Analysis } from '@lat/rows'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BandsInputError, contendedCells, loadProfile } from '../src/index.js'
import { pairedCells } from '../src/paired-cells.js'
import { pairedReading } from '../src/paired-reading.js'
import { busyReadings, editCells, slower, syntheticRun } from './synthetic-run.js'

const profile = loadProfile('provisional')
const evidence = syntheticRun(profile, 'evidence')
const smoke = syntheticRun(profile, 'smoke')
const pairing = { baseline: 'passthrough', treatment: 'enforce', payloadBytes: 4096, stream: false } as const
const streaming = { ...pairing, payloadBytes: 150, stream: true } as const
const contended = (cell: AnalysedCell): AnalysedCell => ({ ...cell, contended: true })

/** The evidence run with the first `count` repetitions of a pairing contended, in the treatment. */
function busy(run: Analysis, stream: boolean, count: number): Analysis {
  return Array.from({ length: count }, (_, index) => index + 1).reduce((all, repetition) => editCells(all, { arm: 'enforce', payloadBytes: stream ? 150 : 4096, stream, repetition }, contended), run)
}

describe('pairedReading', () => {
  it('is the median of the repetition-matched differences, with its spread', () => {
    const run = [4, 9, 2, 30, 5].reduce((all, us, index) => editCells(all, { name: `enforce-nonstream-4096-r${index + 1}` }, slower(us * 1000)), evidence)
    expect(pairedReading(run, pairing, 'p50Ns', 3)).toMatchObject({ medianNs: 2_305_000, spreadNs: 28_000, planned: 5, minimumClean: 3, ratePerSecond: 150, excluded: [], reasons: [], notes: [] })
  })

  it('gives one repetition no spread, and says so', () => {
    expect(pairedReading(smoke, pairing, 'p50Ns', 3)).toMatchObject({ medianNs: 2_300_000, spreadNs: null, minimumClean: 1, notes: [{ code: 'one-repetition', text: expect.stringContaining('ONE REPETITION') }] })
  })

  it.each([
    [0, 'median', []],
    [1, 'median', []],
    [2, 'median', []],
    [3, 'none', []],
    [5, 'none', []],
  ])('with %i of 5 repetitions contended and 3 needed has %s', (count, outcome, notes) => {
    const reading = pairedReading(busy(evidence, false, count), pairing, 'p50Ns', 3)
    expect(reading.medianNs === null ? 'none' : 'median').toBe(outcome)
    expect(reading.perRepetition).toHaveLength(5 - count)
    expect(reading.excluded.map(({ repetition, code, deltaNs }) => [repetition, code, deltaNs])).toEqual(Array.from({ length: count }, (_, index) => [index + 1, 'contended', 2_300_000]))
    expect(reading.notes).toEqual(notes)
    if (reading.medianNs === null) {
      expect(reading.spreadNs).toBeNull()
      expect(reading.reasons).toHaveLength(1)
      expect(reading.reasons[0]!.text).toContain(`${5 - count} of 5 planned repetitions left, 3 needed: r1 left out, host busy around enforce-nonstream-4096-r1; r2`)
    }
  })

  it.each([
    [0, []],
    [1, ['thin-median']],
    [2, ['one-repetition', 'thin-median']],
  ])('with %i of 3 streaming repetitions contended and 1 needed notes %j', (count, codes) => {
    expect(pairedReading(busy(evidence, true, count), streaming, 'p50Ns', 1).notes.map(({ code }) => code)).toEqual(codes)
  })

  it('calls a median of two of five thin, should a profile allow it', () => {
    expect(pairedReading(busy(evidence, false, 3), pairing, 'p50Ns', 2).notes.map(({ code }) => code)).toEqual(['thin-median'])
  })

  it.each([
    ['the baseline', { name: 'passthrough-nonstream-4096-r2' }],
    ['the treatment', { name: 'enforce-nonstream-4096-r2' }],
  ])('drops a repetition when %s is contended, and of this pairing only', (_arm, where) => {
    const run = editCells(evidence, where, contended)
    expect(pairedReading(run, pairing, 'p50Ns', 3).perRepetition.map(({ repetition }) => repetition)).toEqual([1, 3, 4, 5])
    expect(pairedReading(run, { ...pairing, payloadBytes: 150 }, 'p50Ns', 3).perRepetition).toHaveLength(5)
  })

  it('names every arm a repetition lacks', () => {
    const run = { ...evidence, cells: evidence.cells.filter(({ name }) => name !== 'passthrough-nonstream-4096-r1' && !name.endsWith('4096-r2')) }
    expect(pairedReading(run, pairing, 'p50Ns', 3).excluded.map(({ code, text, deltaNs }) => [code, text, deltaNs])).toEqual([
      ['cells-missing', 'r1 has no baseline cell', null],
      ['cells-missing', 'r2 has no baseline and no treatment cell', null],
    ])
  })

  it('gives each cause of too few repetitions a reason of its own', () => {
    const run = { ...busy(evidence, false, 2), cells: busy(evidence, false, 2).cells.filter(({ name }) => name !== 'enforce-nonstream-4096-r5') }
    expect(pairedReading(run, pairing, 'p50Ns', 3).reasons.map(({ code, text }) => [code, text])).toEqual([
      ['contended', '2 of 5 planned repetitions left, 3 needed: r1 left out, host busy around enforce-nonstream-4096-r1; r2 left out, host busy around enforce-nonstream-4096-r2'],
      ['cells-missing', '2 of 5 planned repetitions left, 3 needed: r5 has no treatment cell'],
    ])
  })

  it.each(['passthrough-nonstream-4096-r1', 'enforce-nonstream-4096-r1'])('leaves out a repetition in which %s does not resolve the quantile', (name) => {
    const run = editCells(evidence, { name }, (cell) => ({ ...cell, duration: { ...cell.duration, p99Ns: null } }))
    expect(pairedReading(run, pairing, 'p99Ns', 3).excluded.map(({ code, text }) => [code, text])).toEqual([['quantile-unresolved', 'r1 has too few rows to resolve P99']])
    expect(pairedReading(run, pairing, 'p50Ns', 3).excluded).toEqual([])
  })

  it('compares with one fixed reading where the baseline has no repetitions', () => {
    const fixed = { valueNs: 400_000, ratePerSecond: 300 }
    const hop = { baseline: 'direct', treatment: 'passthrough', payloadBytes: 150, stream: false } as const
    expect(pairedReading(evidence, hop, 'p50Ns', 3, fixed)).toMatchObject({ medianNs: 1_106_000, reasons: [] })
    expect(pairedReading(evidence, hop, 'p50Ns', 3, { ...fixed, ratePerSecond: 301 }).reasons[0]!.text).toContain('r1 compares 301 with 300 requests per second')
    expect(pairedReading(evidence, hop, 'p50Ns', 3, null).reasons[0]!.text).toContain('r1 has no baseline cell')
  })

  it('has no rate, and no median, without cells', () => {
    expect(pairedReading({ ...evidence, cells: [] }, pairing, 'p50Ns', 3)).toMatchObject({ ratePerSecond: null, medianNs: null, perRepetition: [] })
  })

  it('counts a repetition beyond the plan', () => {
    const more = { ...smoke, cells: [...smoke.cells, ...['passthrough-nonstream-4096-r1', 'enforce-nonstream-4096-r1'].map((name) => ({ ...smoke.cells.find((cell) => cell.name === name)!, name: `${name}b`, repetition: 2 }))] }
    expect(pairedReading(more, pairing, 'p50Ns', 3)).toMatchObject({ spreadNs: 0, perRepetition: [{ repetition: 1 }, { repetition: 2 }], minimumClean: 1 })
  })

  it('ignores drift that both cells of a repetition share', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 5, maxLength: 5 }), (driftsNs) => {
        const drifted = driftsNs.reduce((all, driftNs, index) => editCells(all, { payloadBytes: 4096, repetition: index + 1 }, slower(driftNs)), evidence)
        expect(pairedReading(drifted, pairing, 'p50Ns', 3).medianNs).toBe(2_300_000)
      }),
    )
  })
})

describe('pairedCells', () => {
  it('lists every planned repetition, with the cells it has', () => {
    const bare = { ...evidence, cells: evidence.cells.filter(({ repetition }) => repetition !== 5) }
    expect(pairedCells(bare, pairing).map(({ repetition, baseline, treatment }) => [repetition, baseline?.name, treatment?.name])).toEqual([
      ...[1, 2, 3, 4].map((k) => [k, `passthrough-nonstream-4096-r${k}`, `enforce-nonstream-4096-r${k}`]),
      [5, undefined, undefined],
    ])
    expect(pairedCells(evidence, streaming)).toHaveLength(3)
  })

  it('refuses two cells of one arm in one repetition with LAT_BANDS_REPEATED_CELL and names both', () => {
    const twice = { ...smoke, cells: [...smoke.cells, { ...smoke.cells.find(({ name }) => name === 'enforce-nonstream-4096-r1')!, name: 'again' }] }
    expect(() => pairedCells(twice, pairing)).toThrow(BandsInputError)
    expect(() => pairedCells(twice, pairing)).toThrow(expect.objectContaining({ code: 'LAT_BANDS_REPEATED_CELL', message: expect.stringMatching(/"enforce-nonstream-4096-r1" and "again".*repetition 1/) }))
  })
})

describe('contendedCells', () => {
  it('is the union of the flagged cells and of the cells with a reading below the floor', () => {
    const run = busyReadings(editCells(smoke, { name: 'enforce-nonstream-4096-r1' }, contended), [1])
    expect([...contendedCells(run)]).toEqual(['enforce-nonstream-4096-r1', 'direct-canary-open-nonstream-150'])
    expect(contendedCells(smoke).size).toBe(0)
  })
})
