import type { AnalysedCell } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, gateCell, loadProfile } from '../src/index.js'
import { plantedFaults } from './planted-faults.js'
import { counts, syntheticRun } from './synthetic-run.js'

const profile = loadProfile('published')
const run = syntheticRun(profile, 'evidence')
const cell = run.cells.find(({ name }) => name === 'enforce-nonstream-150-r1')!
const found = (one: AnalysedCell) => gateCell(one, profile).map(({ band, code }) => `${band} ${code}`)

describe('gateCell', () => {
  it('has nothing to say about a cell that counts', () => {
    expect(run.cells.flatMap(found)).toEqual([])
  })

  it.each([
    ['RATE under-served', { ok: 29_399 }],
    ['INTEGRITY dropped', { dropped: 301 }],
    ['INTEGRITY failed', { failed: 16 }],
    ['INTEGRITY row-count', { rows: 29_699 }],
  ])('says %s of a cell with %j', (expected, change) => {
    expect(found(counts(change)(cell))).toEqual([expected])
  })

  it('names every fault of one cell, with its numbers', () => {
    const faults = gateCell(counts({ ok: 20_000, dropped: 9_990, failed: 10 })(cell), profile)
    expect(faults.map(({ band, code }) => [band, code])).toEqual([['RATE', 'under-served'], ['INTEGRITY', 'dropped']])
    expect(faults[1]!.text).toContain('enforce-nonstream-150-r1 dropped 9990 of 30000 arrivals, 300 allowed')
  })

  it.each(plantedFaults.filter(({ band, status }) => status === 'violated' && (band === 'RATE' || band === 'INTEGRITY')))('finds in one cell what $band finds in the run: $name', ({ band, plant }) => {
    const planted = plant(run)
    const whole = evaluate(planted, profile).bands.find(({ id }) => id === band)!
    expect(planted.cells.flatMap((one) => gateCell(one, profile)).filter((fault) => fault.band === band).map(({ code, text }) => ({ code, text }))).toEqual(whole.reasons)
  })
})
