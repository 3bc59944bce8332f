import { createHash } from 'node:crypto'
import type { Analysis, Shift } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { enforcementScene } from '../src/figures/enforcement-scene.js'
import { enforcementFigure } from '../src/index.js'
import { sceneFaults } from '../src/svg/scene-faults.js'
import { figureOptions } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const textOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!).join('\n')
const draw = (analysis: Analysis) => textOf(enforcementFigure(analysis, figureOptions('light')))

/** The same run with every enforcement delta at one prompt size replaced. */
function withDelta(analysis: Analysis, payloadBytes: number, deltaNs: number): Analysis {
  const change = (shift: Shift): Shift => ({
    ...shift,
    shiftNs: deltaNs,
    perRepetition: shift.perRepetition.map((each, index) => ({ ...each, deltaNs: deltaNs + index * 9_000 })),
    withinCells: { ...shift.withinCells!, lowNs: deltaNs - 9_000, highNs: deltaNs + 9_000 },
    acrossRepetitionsT: shift.acrossRepetitionsT === null ? null : { ...shift.acrossRepetitionsT, lowNs: deltaNs - 30_000, highNs: deltaNs + 30_000, centreNs: deltaNs },
  })
  return { ...analysis, shifts: analysis.shifts.map((shift) => (shift.kind === 'paired' && shift.treatment === 'enforce' && !shift.stream && shift.payloadBytes === payloadBytes ? change(shift) : shift)) }
}

const evidence = syntheticAnalysis({ mode: 'evidence', microbench: true })
const quick = syntheticAnalysis({ mode: 'quick', microbench: true })
const runs: readonly (readonly [string, Analysis])[] = [
  ['evidence', evidence],
  ['quick', quick],
  ['smoke without micro-benchmark', syntheticAnalysis({ mode: 'smoke' })],
  ['a negative shift', withDelta(evidence, 150, -15_000)],
  ['a shift of zero', withDelta(quick, 150, 0)],
  ['all shifts equal', withDelta(withDelta(evidence, 4096, 498_000), 32768, 498_000)],
  ['all above the reference', withDelta(withDelta(evidence, 150, 900_000), 4096, 1_900_000)],
  ['one prompt size', { ...quick, shifts: quick.shifts.filter(({ payloadBytes, stream }) => payloadBytes === 4096 && !stream) }],
  ['a name nobody would choose', syntheticAnalysis({ mode: 'quick', microbench: true, subject: 'a gateway with a name that goes on and on '.repeat(9) })],
  ['many long component names', { ...quick, microbench: [...quick.microbench, ...Array.from({ length: 6 }, (_, index) => ({ component: `component number ${index} with a name nobody would choose`, payloadBytes: 4096, medianNs: 7_000 * index, insideShift: index % 2 === 0 }))] }],
]

describe('enforcementFigure', () => {
  it('shows each paired shift with its prompt size, rate and spread', () => {
    const text = draw(evidence)
    for (const shown of ['+502 µs', 'spread 11', '4096 B', '150/s', '500 µs']) expect(text).toContain(shown)
  })

  it('says where the line between measured medians crosses 500 us', () => {
    expect(draw(evidence)).toMatch(/crosses 500 µs at 4,0\d\d B/)
    expect(draw(withDelta(withDelta(evidence, 150, 900_000), 4096, 1_900_000))).not.toContain('crosses')
  })

  it('says ONE REPETITION where one is all there is', () => {
    expect(draw(quick)).toContain('ONE REPETITION')
    expect(draw(evidence)).not.toContain('ONE REPETITION')
  })

  it('splits the parts into those inside the shift and those both arms pay, and names the rest', () => {
    expect(draw(evidence)).toMatch(/4096 B: shift \+502 µs\ninside the shift \(upper bar\)\nboth arms pay \(lower bar\)\n354 µs\ntokenise o200k_base\n[^]*115 µs \(23 %\)\nunattributed/)
  })

  it('says an overshoot plainly', () => {
    expect(draw(evidence)).toMatch(/The parts add up to 68 µs, 15 µs more than the shift/)
  })

  it('says that a run without a micro-benchmark does not know the parts', () => {
    expect(draw(syntheticAnalysis({ mode: 'smoke' })).replace(/\n/g, ' ')).toContain('no micro-benchmark of its own')
  })

  it('shows an interval that includes zero in words', () => {
    expect(draw(withDelta(evidence, 150, -15_000))).toMatch(/−15 µs\nspread \d+ µs\ninterval includes 0/)
  })

  it.each(runs)('keeps every mark in its panel and every word uncovered: %s', (_, analysis) => {
    for (const theme of ['light', 'dark'] as const) expect(sceneFaults(enforcementScene(analysis, figureOptions(theme)))).toEqual([])
    expect(enforcementFigure(analysis, figureOptions('light'))).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('refuses a run that paired nothing', () => {
    expect(() => enforcementFigure({ ...quick, shifts: [] }, figureOptions('light'))).toThrow(expect.objectContaining({ code: 'LAT_RND_NO_ROWS' }))
  })

  it('refuses to pair cells of unequal rate', () => {
    const unequal = { ...quick, cells: quick.cells.map((cell) => (cell.arm === 'enforce' && cell.payloadBytes === 4096 ? { ...cell, ratePerSecond: 200 } : cell)) }
    expect(() => enforcementFigure(unequal, figureOptions('light'))).toThrow(expect.objectContaining({ code: 'LAT_RND_UNEQUAL_CELLS' }))
  })

  it('gives the same bytes for the same run', () => {
    expect(runs.slice(0, 3).map(([name, analysis]) => `${name} ${sha256(enforcementFigure(analysis, figureOptions('light')))}`)).toMatchInlineSnapshot(`
      [
        "evidence 5faf75b66c62a12b",
        "quick d6518c0a06118def",
        "smoke without micro-benchmark 6c9f52742f21c611",
      ]
    `)
  })
})
