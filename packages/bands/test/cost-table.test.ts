import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { costTable, fromCellQuantiles, loadProfile } from '../src/index.js'
import { editCells, syntheticRun } from './synthetic-run.js'

const json = JSON.parse(readFileSync(new URL('./golden/published-run.json', import.meta.url), 'utf8')) as {
  readonly cells: readonly { readonly name: string; readonly vusNeed?: number; readonly headroom?: number; readonly cpuMsPerRequest?: number; readonly cores?: number }[]
}

describe('costTable', () => {
  it('reproduces the CPU, the slots of Little\'s law and the headroom of every published cell', () => {
    const rows = costTable(fromCellQuantiles(json), 40)
    for (const { name, vusNeed, headroom, cpuMsPerRequest, cores } of json.cells) {
      const row = rows.find(({ cell }) => cell === name)!
      expect(row.cpuMsPerRequest).toBe(cpuMsPerRequest ?? null)
      expect(row.coresBusy).toBe(cores ?? null)
      if (vusNeed === undefined || headroom === undefined) continue
      expect(row.slotsNeeded).toBeCloseTo(vusNeed, 1)
      expect(Math.abs(row.headroom! / headroom - 1)).toBeLessThan(0.002)
    }
  })

  it('closes Little\'s law: 40 busy slots at 260 rps are 154 ms', () => {
    const [row] = costTable(editCells(syntheticRun(loadProfile('provisional'), 'smoke'), { canary: 'open' }, (cell) => ({ ...cell, achievedRatePerSecond: 260, duration: { ...cell.duration, p50Ns: 154_000_000 } })), 40)
    expect(row!.slotsNeeded).toBeCloseTo(40.04, 9)
    expect(row!.headroom).toBeCloseTo(0.999, 3)
  })

  it('leaves out what a cell cannot say', () => {
    const run = syntheticRun(loadProfile('provisional'), 'smoke')
    const blind = editCells(run, { name: 'enforce-nonstream-150-r1' }, (cell) => ({ ...cell, duration: { ...cell.duration, p50Ns: null } }))
    const still = editCells(run, { name: 'enforce-nonstream-150-r1' }, (cell) => ({ ...cell, achievedRatePerSecond: 0 }))
    expect(costTable(blind, 40)[2]).toMatchObject({ cell: 'enforce-nonstream-150-r1', cpuSeconds: 1.5, slotsNeeded: null, headroom: null })
    expect(costTable(still, 40)[2]).toMatchObject({ slotsNeeded: 0, headroom: null })
    expect(costTable(run, 40)[0]).toMatchObject({ cpuSeconds: null, cpuMsPerRequest: null, coresBusy: null })
  })
})
