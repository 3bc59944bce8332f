import { createHash } from 'node:crypto'
import type { Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { hostScene } from '../src/figures/host-scene.js'
import { repetitionsScene } from '../src/figures/repetitions-scene.js'
import { shiftScene } from '../src/figures/shift-scene.js'
import { hostFigure, repetitionsFigure, shiftFigure } from '../src/index.js'
import { sceneFaults } from '../src/svg/scene-faults.js'
import { figureOptions } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const textOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!).join('\n')
const smoke = syntheticAnalysis({ mode: 'smoke' })
const evidence = syntheticAnalysis({ mode: 'evidence' })

/** Every group shift moved down, so that some are negative. */
const faster: Analysis = {
  ...evidence,
  shifts: evidence.shifts.map((shift) =>
    shift.kind === 'group' && shift.shiftNs !== null && shift.withinCells !== null
      ? { ...shift, shiftNs: shift.shiftNs - 600_000, withinCells: { ...shift.withinCells, lowNs: shift.withinCells.lowNs! - 600_000, highNs: shift.withinCells.highNs! - 600_000 } }
      : shift,
  ),
}

const busy: Analysis = { ...evidence, readings: evidence.readings.map((reading, index) => (index % 9 === 0 ? { ...reading, idlePercent: 30 + (index % 20), belowFloor: true } : index % 7 === 0 ? { ...reading, idlePercent: null } : reading)) }
const contended: Analysis = { ...evidence, shifts: evidence.shifts.map((shift) => ({ ...shift, perRepetition: shift.perRepetition.map((each) => (each.repetition === 2 ? { ...each, contended: true } : each)) })) }

describe.each([
  ['shiftFigure', shiftFigure, shiftScene],
  ['repetitionsFigure', repetitionsFigure, repetitionsScene],
  ['hostFigure', hostFigure, hostScene],
] as const)('%s', (_, figure, scene) => {
  it.each([['smoke', smoke], ['evidence', evidence], ['negative shifts', faster], ['a busy host', busy], ['contended repetitions', contended]] as const)('keeps every mark in its panel and every word uncovered: %s', (_name, analysis) => {
    for (const theme of ['light', 'dark'] as const) expect(sceneFaults(scene(analysis, figureOptions(theme)))).toEqual([])
    expect(figure(analysis, figureOptions('light'))).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('says ESTIMATE unless the run is evidence', () => {
    expect(figure(smoke, figureOptions('light'))).toMatch(/<title [^>]*>ESTIMATE: /)
    expect(figure(evidence, figureOptions('light'))).not.toContain('ESTIMATE')
  })

  it('refuses a run that has nothing for it', () => {
    expect(() => figure({ ...smoke, shifts: [], readings: [] }, figureOptions('light'))).toThrow(expect.objectContaining({ code: 'LAT_RND_NO_ROWS' }))
  })
})

describe('shiftFigure', () => {
  it('shows what cannot be resolved in words and shows negative shifts with their sign', () => {
    expect(textOf(shiftFigure(smoke, figureOptions('light')))).toContain('unresolved')
    expect(textOf(shiftFigure(faster, figureOptions('light')))).toMatch(/^−0\.1\d\d \[−0\.1\d\d, −0\.1\d\d\]$/m)
  })

  it('refuses a shift between unequal rates', () => {
    const unequal = { ...smoke, cells: smoke.cells.map((cell) => (cell.name === 'direct-payload-4096' ? { ...cell, ratePerSecond: 99 } : cell)) }
    expect(() => shiftFigure(unequal, figureOptions('light'))).toThrow(expect.objectContaining({ code: 'LAT_RND_UNEQUAL_CELLS' }))
  })
})

describe('repetitionsFigure', () => {
  it('names every repetition with its delta', () => {
    expect(textOf(repetitionsFigure(evidence, figureOptions('light'))).match(/^r\d [+−][\d.]+ µs$/gm)).toHaveLength(23)
    expect(textOf(repetitionsFigure(smoke, figureOptions('light')))).toContain('ONE REPETITION')
  })
})

describe('hostFigure', () => {
  it('names the cell of a dip and counts what could not be read', () => {
    expect(textOf(hostFigure(evidence, figureOptions('light')))).toContain('after controlb-nonstream-150-r1: 41 %')
    expect(textOf(hostFigure(busy, figureOptions('light')))).toMatch(/12 below the floor\. 14 unreadable\./)
  })
})

it('the figures give the same bytes for the same run', () => {
  expect([shiftFigure, repetitionsFigure, hostFigure].map((figure) => sha256(figure(evidence, figureOptions('dark'))))).toMatchInlineSnapshot(`
    [
      "9ff2d0f4bf5d22bf",
      "b2ab1af92834e6b1",
      "c723df85f683a7b3",
    ]
  `)
})
