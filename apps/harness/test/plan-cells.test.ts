import { readFileSync } from 'node:fs'
import { loadProfile } from '@lat/bands'
import { describe, expect, it } from 'vitest'
import { modeSettings } from '../src/plan/modes.js'
import { planCells } from '../src/plan/plan-cells.js'

const published = JSON.parse(readFileSync(new URL('data/cell-order.json', import.meta.url), 'utf8')) as Record<'quick' | 'evidence', { cells: number; order: string[] }>
const profile = loadProfile('provisional')
const names = (mode: 'smoke' | 'quick' | 'evidence', design: 'seed' | 'counterbalanced' = 'seed') => planCells(modeSettings(mode), profile, design).map(({ name }) => name)

describe('planCells', () => {
  it.each(['quick', 'evidence'] as const)('measures the cells of a %s run in the published order', (mode) => {
    expect(names(mode)).toEqual(published[mode].order)
    expect(names(mode)).toHaveLength(published[mode].cells)
  })

  it('measures the cells of quick in smoke, only shorter', () => {
    expect(names('smoke')).toEqual(names('quick'))
  })

  it('gives every arm at one size one rate', () => {
    const rates = new Map<string, Set<number>>()
    for (const cell of planCells(modeSettings('evidence'), profile, 'seed')) {
      const key = `${cell.stream}/${cell.payloadBytes}`
      rates.set(key, (rates.get(key) ?? new Set()).add(cell.ratePerSecond))
    }
    expect([...rates.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
  })

  it('keeps the two arms of a pair adjacent in either design', () => {
    for (const design of ['seed', 'counterbalanced'] as const) {
      const order = names('evidence', design)
      for (const name of order.filter((each) => each.startsWith('enforce-'))) {
        const distance = order.indexOf(name) - order.indexOf(name.replace('enforce', 'passthrough'))
        expect(Math.abs(distance)).toBe(1)
      }
    }
  })

  it('runs each arm first equally often over six counterbalanced repetitions', () => {
    const settings = { ...modeSettings('evidence'), repetitions: 6 }
    const order = planCells(settings, profile, 'counterbalanced').map(({ name }) => name)
    const enforceFirst = [1, 2, 3, 4, 5, 6].filter((r) => order.indexOf(`enforce-nonstream-4096-r${r}`) < order.indexOf(`passthrough-nonstream-4096-r${r}`))
    expect(enforceFirst).toEqual([2, 3, 6])
  })

  it('refuses a profile without a rate for a size, naming it', () => {
    const without = { ...profile, rates: { ...profile.rates, nonstream: { '150': 300, '4096': 150 } } }
    expect(() => planCells(modeSettings('smoke'), without, 'seed')).toThrow(/non-streaming rate for a 32768 B prompt/)
  })
})
