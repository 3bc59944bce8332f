import { createHash } from 'node:crypto'
import type { Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { overheadScene } from '../src/figures/overhead-scene.js'
import { overheadFigure } from '../src/index.js'
import { sceneFaults } from '../src/svg/scene-faults.js'
import { figureOptions } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const modes = ['smoke', 'quick', 'evidence'] as const
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const textOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)

describe('overheadFigure', () => {
  it('draws a panel per prompt size and response mode, with payload, rate and n in each', () => {
    const text = textOf(overheadFigure(syntheticAnalysis({ mode: 'smoke' }), figureOptions('light')))
    expect(text).toEqual(expect.arrayContaining(['150 B prompt', '4096 B prompt', '32768 B prompt', '150 B prompt, streaming', '150 requests/s · 375 successful requests per curve', 'enforce P50 1.214 ms']))
  })

  it('names the run directory, the tree and what drew it', () => {
    expect(textOf(overheadFigure(syntheticAnalysis({ mode: 'evidence' }), figureOptions('light'))).join(' ')).toMatch(/results\/2026-11-30.* tree 4b825dc.* drawn by @lat\/render/)
  })

  it('says ESTIMATE in picture and title unless the run is evidence', () => {
    const smoke = overheadFigure(syntheticAnalysis({ mode: 'smoke' }), figureOptions('light'))
    expect(textOf(smoke)).toContain('ESTIMATE')
    expect(smoke).toMatch(/<title [^>]*>ESTIMATE: /)
    expect(overheadFigure(syntheticAnalysis({ mode: 'evidence' }), figureOptions('light'))).not.toContain('ESTIMATE')
  })

  it.each(modes.flatMap((mode) => (['light', 'dark'] as const).map((theme) => [mode, theme] as const)))('keeps every mark in its panel and every word uncovered (%s, %s)', (mode, theme) => {
    expect(sceneFaults(overheadScene(syntheticAnalysis({ mode }), figureOptions(theme)))).toEqual([])
  })

  it.each([0.2, 1, 2.5, 40])('keeps its labels clear with cells of %d s', (steadySeconds) => {
    expect(sceneFaults(overheadScene(syntheticAnalysis({ mode: 'smoke', steadySeconds }), figureOptions('light')))).toEqual([])
  })

  it('finds room for labels where arms lie decades apart', () => {
    const analysis = syntheticAnalysis({ mode: 'evidence' })
    const slow = (ns: number) => ns * 300
    const apart: Analysis = {
      ...analysis,
      curves: analysis.curves.map((curve) =>
        curve.arm === 'enforce' ? { ...curve, points: curve.points.map((point) => ({ ...point, valueNs: slow(point.valueNs) })), markers: curve.markers.map((marker) => ({ q: marker.q, valueNs: slow(marker.valueNs), lowNs: null, highNs: null })) } : curve,
      ),
    }
    expect(sceneFaults(overheadScene(apart, figureOptions('light')))).toEqual([])
  })

  it('counts the contended cells of a panel', () => {
    const analysis = syntheticAnalysis({ mode: 'smoke' })
    const busy = { ...analysis, cells: analysis.cells.map((cell) => ({ ...cell, contended: cell.canary === 'open' })) }
    expect(textOf(overheadFigure(busy, figureOptions('light'))).join(' ')).toContain('1 contended cell. Drawn: direct')
  })

  it('draws one dotted curve per arm: first event of a stream, first byte of any other answer', () => {
    const analysis = syntheticAnalysis({ mode: 'smoke' })
    const both = { ...analysis, curves: [...analysis.curves, ...analysis.curves.filter(({ series }) => series === 'firstEvent').map((curve) => ({ ...curve, series: 'waiting' as const }))] }
    expect(overheadFigure(both, figureOptions('light'))).toBe(overheadFigure(analysis, figureOptions('light')))
  })

  it('says in words which arm had no successful request', () => {
    const analysis = syntheticAnalysis({ mode: 'smoke' })
    const text = textOf(overheadFigure({ ...analysis, curves: analysis.curves.filter(({ arm }) => arm !== 'enforce') }, figureOptions('light'))).join(' ')
    expect(text).toContain('enforce: no successful samples')
    expect(text).not.toMatch(/NaN/)
  })

  it('stays inside the picture with names nobody would choose', () => {
    const analysis = syntheticAnalysis({ mode: 'evidence', subject: 'a gateway with a name that goes on and on '.repeat(6) })
    expect(sceneFaults(overheadScene(analysis, { theme: 'light', source: { directory: 'results/'.repeat(60), treeHash: 'f'.repeat(64) } }))).toEqual([])
  })

  it('escapes the names it is given', () => {
    const analysis = syntheticAnalysis({ mode: 'smoke', subject: '<script>alert(1)</script>' })
    expect(overheadFigure(analysis, figureOptions('light'))).not.toContain('<script>')
  })

  it('refuses a run that has nothing to draw', () => {
    expect(() => overheadFigure({ ...syntheticAnalysis({ mode: 'smoke' }), curves: [] }, figureOptions('light'))).toThrow(expect.objectContaining({ code: 'LAT_RND_NO_ROWS' }))
  })

  it('gives the same bytes for the same run, with coordinates of at most two decimals', () => {
    const hashes = modes.flatMap((mode) => (['light', 'dark'] as const).map((theme) => `${mode} ${theme} ${sha256(overheadFigure(syntheticAnalysis({ mode }), figureOptions(theme)))}`))
    expect(hashes).toMatchInlineSnapshot(`
      [
        "smoke light dc8c535c3f489743",
        "smoke dark 3638bb2a4c2fac01",
        "quick light a8c76e483a98b1e4",
        "quick dark 9cd6a206a9df9b7d",
        "evidence light cf9e25e3e2ced7cd",
        "evidence dark 228e7bcd82659751",
      ]
    `)
    expect(overheadFigure(syntheticAnalysis({ mode: 'evidence' }), figureOptions('light'))).not.toMatch(/ (x|y|d|width|height)="[^"]*\.\d{3}/)
  })
})
