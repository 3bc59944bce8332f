import { readFileSync } from 'node:fs'
import type { AnalysedCell, Arm, Shift } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { cellShifts, crossings, fromCellQuantiles, loadProfile } from '../src/index.js'
import golden from './golden/published-tables.json' with { type: 'json' }
import { editCells, syntheticRun } from './synthetic-run.js'

const published = fromCellQuantiles(JSON.parse(readFileSync(new URL('./golden/published-run.json', import.meta.url), 'utf8')))

function shift(shifts: readonly Shift[], kind: Shift['kind'], treatment: Arm, payloadBytes: number, q: number, stream = false): Shift {
  return shifts.find((one) => one.kind === kind && one.treatment === treatment && one.payloadBytes === payloadBytes && one.q === q && one.stream === stream)!
}

const [hop, byPayload, enforcement, loaded] = golden.tables
const ms = (valueNs: number | null): number => valueNs! / 1e6
const within = 0.001 + 1e-9

describe('cellShifts of the published run', () => {
  it.each(hop!.rows.map((row) => row as unknown as { quantile: string; passthrough: { shift: number }; enforce: { shift: number }; controlA: number; controlB: number }))(
    'reproduces the $quantile row of the proxy hop at 150 B',
    ({ quantile, passthrough, enforce, controlA, controlB }) => {
      const q = { P50: 0.5, P90: 0.9, P99: 0.99, 'P99.9': 0.999 }[quantile]!
      const ours = (['passthrough', 'enforce', 'controla', 'controlb'] as const).map((arm) => ms(shift(published.shifts, 'group', arm, 150, q).shiftNs))
      for (const [index, value] of [passthrough.shift, enforce.shift, controlA, controlB].entries()) expect(Math.abs(ours[index]! - value)).toBeLessThanOrEqual(within)
    },
  )

  it('reproduces the proxy hop by payload, and the enforced tail at 32 KB', () => {
    for (const row of byPayload!.rows as readonly { promptBytes: number; passthroughP50Shift: number; passthroughP99Shift: { shift: number } }[]) {
      expect(Math.abs(ms(shift(published.shifts, 'group', 'passthrough', row.promptBytes, 0.5).shiftNs) - row.passthroughP50Shift)).toBeLessThanOrEqual(within)
      expect(Math.abs(ms(shift(published.shifts, 'group', 'passthrough', row.promptBytes, 0.99).shiftNs) - row.passthroughP99Shift.shift)).toBeLessThanOrEqual(within)
    }
    expect(ms(shift(published.shifts, 'group', 'enforce', 32_768, 0.99).shiftNs)).toBeCloseTo(byPayload!.enforceP99Shift32768Ms!, 3)
    expect(ms(shift(published.shifts, 'group', 'passthrough', 32_768, 0.99).shiftNs) / byPayload!.budgetMs!).toBeCloseTo(byPayload!.ratioOverBudget32768!, 1)
  })

  it('reproduces every repetition, median and spread of the paired enforcement shift', () => {
    for (const row of enforcement!.rows as readonly { promptBytes: number; stream: boolean; shift: number | null; perRepetition: readonly number[]; spread: number; publishable: boolean }[]) {
      const ours = shift(published.shifts, 'paired', 'enforce', row.promptBytes, 0.5, row.stream)
      expect(ours.perRepetition.map(({ deltaNs }) => deltaNs / 1e3)).toEqual(row.perRepetition)
      expect(ours.spreadNs! / 1e3).toBe(row.spread)
      if (row.shift !== null) expect(ours.shiftNs! / 1e3).toBe(row.shift)
      if (!row.stream) expect(ours.spreadNs! < Math.abs(ours.shiftNs!)).toBe(row.publishable)
    }
  })

  it('reproduces the loaded levels beside the paired delta, which is not their difference', () => {
    for (const row of loaded!.rows as readonly { promptBytes: number; passthroughP50Ms: number; enforceP50Ms: number; pairedDeltaUs: number }[]) {
      const ours = shift(published.shifts, 'paired', 'enforce', row.promptBytes, 0.5)
      expect([ms(ours.baselineNs), ms(ours.treatmentNs), ours.shiftNs! / 1e3]).toEqual([row.passthroughP50Ms, row.enforceP50Ms, row.pairedDeltaUs])
    }
  })

  it('reproduces the levels of the headline', () => {
    const hopP50 = shift(published.shifts, 'group', 'passthrough', 150, 0.5)
    expect(ms(hopP50.baselineNs)).toBeCloseTo(golden.scalars.directBaselineP50Ms.thisRun, 9)
    expect(Math.abs(ms(shift(published.shifts, 'group', 'passthrough', 150, 0.99).treatmentNs) - golden.scalars.passthroughAbsoluteP99Ms.thisRun)).toBeLessThanOrEqual(within)
  })

  it('reproduces the crossings by all three derivations', () => {
    const found = crossings(published)
    const at = (targetNs: number, derivation: string) => found.find((one) => one.targetNs === targetNs && one.derivation === derivation)!
    const [below, whole, above, later] = loaded!.derivations as readonly { nsPerByte: number; crossing500usBytes?: number; crossing1msKB?: number }[]
    for (const [derivation, published500] of [['slope-below', below!], ['whole-delta', whole!], ['slope-above', above!]] as const) {
      expect(Math.round(at(500_000, derivation).crossingBytes!)).toBe(published500.crossing500usBytes)
      expect(Math.round(at(500_000, derivation).nsPerByte)).toBe(published500.nsPerByte)
    }
    expect(at(1_000_000, 'slope-above').crossingBytes! / 1000).toBeCloseTo(later!.crossing1msKB!, 1)
    expect(at(1_000_000, 'slope-above').inside).toBe(true)
    expect(at(1_000_000, 'slope-below').inside).toBe(false)
  })
})

describe('cellShifts', () => {
  const run = syntheticRun(loadProfile('provisional'), 'evidence')
  const contended = (cell: AnalysedCell): AnalysedCell => ({ ...cell, contended: true })

  it('leaves a contended repetition out of its pair and its group, and marks it', () => {
    const busy = editCells(run, { name: 'enforce-nonstream-4096-r5' }, contended)
    const paired = shift(cellShifts(busy.cells), 'paired', 'enforce', 4096, 0.5)
    expect(paired.perRepetition.map((one) => one.contended)).toEqual([false, false, false, false, true])
    expect(paired).toMatchObject({ treatmentNs: 3_905_000, baselineNs: 1_605_000, shiftNs: 2_300_000 })
    expect(shift(cellShifts(busy.cells), 'group', 'enforce', 4096, 0.5).treatmentNs).toBe(3_905_000)
    expect(shift(cellShifts(busy.cells), 'group', 'passthrough', 4096, 0.5).treatmentNs).toBe(1_606_000)
  })

  it('keeps a contended direct cell, which has no repetition to leave', () => {
    const busy = editCells(run, { name: 'direct-payload-4096' }, contended)
    expect(shift(cellShifts(busy.cells), 'group', 'passthrough', 4096, 0.5).baselineNs).toBe(420_000)
  })

  it('has no shift where a cell cannot resolve the quantile', () => {
    expect(shift(run.shifts, 'group', 'enforce', 4096, 0.999)).toMatchObject({ shiftNs: null, treatmentNs: null, flags: ['unresolved-tail'] })
    expect(shift(run.shifts, 'paired', 'enforce', 4096, 0.999)).toMatchObject({ shiftNs: null, flags: ['too-few-repetitions'] })
    const blind = editCells(run, { name: 'enforce-nonstream-4096-r1' }, (cell) => ({ ...cell, duration: { ...cell.duration, p50Ns: null } }))
    expect(shift(cellShifts(blind.cells), 'group', 'enforce', 4096, 0.5).shiftNs).toBeNull()
    expect(shift(cellShifts(blind.cells), 'paired', 'enforce', 4096, 0.5).perRepetition).toHaveLength(4)
  })

  it('refuses a shift between two operating points', () => {
    const other = editCells(run, { arm: 'enforce', payloadBytes: 4096 }, (cell) => ({ ...cell, ratePerSecond: 77 }))
    expect(shift(cellShifts(other.cells), 'group', 'enforce', 4096, 0.5)).toMatchObject({ shiftNs: null, flags: ['rates-differ'] })
    expect(shift(cellShifts(other.cells), 'paired', 'enforce', 4096, 0.5)).toMatchObject({ shiftNs: null, perRepetition: [] })
  })

  it('flags a median of one repetition and gives it no spread', () => {
    expect(shift(syntheticRun(loadProfile('provisional'), 'smoke').shifts, 'paired', 'enforce', 4096, 0.5)).toMatchObject({ spreadNs: null, flags: ['one-repetition'] })
  })

  it('needs one cell of each arm, no more', () => {
    const smoke = syntheticRun(loadProfile('provisional'), 'smoke')
    expect(smoke.shifts.filter(({ q, stream, payloadBytes }) => q === 0.5 && !stream && payloadBytes === 4096).map(({ kind, treatment }) => [kind, treatment])).toEqual([
      ['group', 'passthrough'],
      ['group', 'enforce'],
      ['paired', 'enforce'],
    ])
    expect(cellShifts(run.cells.filter(({ arm }) => arm === 'passthrough'))).toEqual([])
  })

  it('lists sizes in order, non-streaming first, and no pair whose arm the run lacks', () => {
    const sizes = [...new Set(run.shifts.map(({ payloadBytes, stream }) => `${payloadBytes}${stream ? 's' : ''}`))]
    expect(sizes).toEqual(['150', '4096', '32768', '150s'])
    const direct = run.cells.filter(({ arm }) => arm === 'direct')
    expect(cellShifts(direct)).toEqual([])
    expect(cellShifts(run.cells.filter(({ arm }) => arm === 'enforce'))).toEqual([])
    expect(cellShifts(run.cells.filter(({ payloadBytes, stream }) => payloadBytes === 150 && !stream)).map(({ kind }) => kind).filter((kind) => kind === 'paired')).toHaveLength(8)
  })
})
