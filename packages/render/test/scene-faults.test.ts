import { describe, expect, it } from 'vitest'
import { sceneFaults } from '../src/svg/scene-faults.js'
import { createSheet } from '../src/svg/sheet.js'
import type { Panel } from '../src/svg/sheet.js'
import { themes } from '../src/svg/theme.js'

function faultsOf(draw: (panel: Panel) => void): readonly string[] {
  const sheet = createSheet(themes.light)
  draw(sheet.panel('p', { x: 10, y: 10, width: 100, height: 50 }))
  return sceneFaults({ width: 120, height: 70, theme: themes.light, title: 't', description: 'd', marks: sheet.marks })
}

describe('sceneFaults', () => {
  it('finds nothing wrong with text beside a marker', () => {
    expect(faultsOf((panel) => { panel.text(20, 30, 'abc'); panel.marker(80, 30, 'circle', { colour: '#000000' }) })).toEqual([])
  })

  it.each([
    ['leaves its panel', (panel: Panel) => panel.text(90, 30, 'wide')],
    ['leaves its panel', (panel: Panel) => panel.marker(10, 30, 'square', { colour: '#000000' })],
    ['overlaps', (panel: Panel) => { panel.text(20, 30, 'abc'); panel.text(25, 34, 'def') }],
    ['lies on', (panel: Panel) => { panel.text(20, 30, 'abc'); panel.marker(25, 27, 'circle', { colour: '#000000' }) }],
    ['is crossed by a curve', (panel: Panel) => { panel.text(20, 30, 'abc'); panel.path([{ x: 12, y: 20 }, { x: 60, y: 34 }], { stroke: '#000000', kind: 'curve' }) }],
  ])('finds a mark that %s', (fault, draw) => {
    expect(faultsOf(draw)).toEqual([expect.stringContaining(fault)])
  })
})
