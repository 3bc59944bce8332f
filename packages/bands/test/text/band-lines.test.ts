import type { AnalysedCell, Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile, verdictText } from '../../src/index.js'
import type { Profile } from '../../src/index.js'
import { counts, editCells, slower, syntheticRun, tail } from '../synthetic-run.js'

const published = loadProfile('published')
const provisional = loadProfile('provisional')
const run = syntheticRun(published, 'evidence')
const smoke = syntheticRun(provisional, 'smoke')

/** The first printed line that starts so. */
function line(analysis: Analysis, profile: Profile, start: string): string {
  return verdictText(evaluate(analysis, profile)).split('\n').find((one) => one.startsWith(start))!
}

const bare = structuredClone(provisional)
bare.bands.BAND1.groups = bare.bands.BAND1.groups.map((group) => ({ ...group, p50CeilingMs: null, p99AdvisoryMs: null }))
bare.bands.BAND2.windowMs = null
bare.bands.BAND3.windowMs = null
bare.bands['BAND3-SMALL'].advisoryWindowMs = null
bare.bands['CONTROL-AA'].advisoryAbsoluteMs = null
bare.bands.BAND4.ratioMax = null
bare.bands['BAND3-STREAM'].absoluteCeilingMs = null
bare.bands.BAND5.p50CeilingMs = null
bare.bands.BAND5.p99CeilingMs = null

const blind = (cell: AnalysedCell): AnalysedCell => ({ ...cell, duration: { ...cell.duration, p50Ns: null } })

describe('the line of a band', () => {
  it('counts a cell that completed exactly its minimum as served', () => {
    expect(line(editCells(run, { name: 'enforce-nonstream-150-r1' }, counts({ ok: 29_400 })), published, 'RATE')).toBe('RATE PASS (instrument) 53 of 53 cells completed at least 98.00 % of their demand')
    expect(line(editCells(run, { name: 'enforce-nonstream-150-r1' }, counts({ ok: 29_399 })), published, 'RATE')).toBe('RATE VIOLATED (instrument) 52 of 53 cells completed at least 98.00 % of their demand')
  })

  it('counts the direct cells of BAND1, and states what each of them could not say', () => {
    expect(line(run, published, 'BAND1')).toBe('BAND1 PASS (instrument) direct P50 below the ceiling of its own group, 7 cells in 4 groups')
    expect(line(run, published, '  BAND1 CELL direct-payload-4096')).toBe('  BAND1 CELL direct-payload-4096 (4096 B at 500 rps) P50 0.084 ms ceiling 1.000 ms P99 0.168 ms advisory 2.500 ms')
    const unread = editCells(smoke, { name: 'direct-payload-4096' }, (cell) => tail(null)(blind(cell)))
    expect(line(unread, bare, '  BAND1 CELL direct-payload-4096')).toBe('  BAND1 CELL direct-payload-4096 (4096 B at 150 rps) P50 unresolved ceiling UNCALIBRATED P99 unresolved advisory none')
  })

  it('states both canaries, their drift and its share of the smaller', () => {
    const drifted = editCells(run, { canary: 'close' }, slower(70_000))
    expect(line(drifted, published, '  BAND5 DRIFT P50')).toBe('  BAND5 DRIFT P50 (150 B at 500 rps) open 0.080 ms close 0.150 ms drift 0.070 ms ceiling 0.250 ms (87.5 % of the smaller, for context)')
    expect(line(editCells(smoke, { canary: 'open' }, tail(null)), bare, '  BAND5 DRIFT P99')).toBe('  BAND5 DRIFT P99 (150 B at 300 rps) open unresolved close 0.800 ms drift unresolved ceiling UNCALIBRATED')
  })

  it.each([
    ['BAND2', 'window +0.050 ms .. +3.000 ms'],
    ['BAND3 ', 'window +0.300 ms .. +12.000 ms and spread below median'],
    ['BAND3-SMALL', 'recorded, advisory window -1.000 ms .. +3.000 ms; P99 shift +0.800 ms'],
    ['CONTROL-AA', 'recorded, true value 0, advisory size 1.000 ms'],
    ['BAND4', 'allowed +23.000 ms, 10 times the P50 shift +2.300 ms'],
    ['BAND3-STREAM', 'size at most 5.000 ms either way; P99 shift +0.800 ms'],
  ])('%s ends with its limit: %s', (id, limit) => {
    expect(line(smoke, provisional, id).endsWith(`, 1 of 1 repetitions; ${limit}`)).toBe(true)
  })

  it.each([
    ['BAND2', 'window UNCALIBRATED'],
    ['BAND3 ', 'window UNCALIBRATED and spread below median'],
    ['BAND3-SMALL', 'recorded, advisory window none; P99 shift unresolved'],
    ['CONTROL-AA', 'recorded, true value 0, advisory size none'],
    ['BAND4', 'no median, 0 of 1 repetitions; allowed UNCALIBRATED, no times the P50 shift +2.300 ms'],
    ['BAND3-STREAM', 'size at most UNCALIBRATED either way; P99 shift unresolved'],
  ])('%s without a number or a P99 ends with: %s', (id, limit) => {
    const short = editCells(smoke, {}, tail(null))
    expect(line(short, bare, id).endsWith(limit)).toBe(true)
  })

  it('says which P50 shift the tail allowance lacks, and which baseline the hop lacks', () => {
    expect(line(editCells(smoke, { payloadBytes: 4096 }, blind), provisional, 'BAND4')).toContain('allowed UNCALIBRATED, 10 times the P50 shift which is unresolved')
    expect(line({ ...smoke, cells: smoke.cells.filter(({ canary }) => canary === null) }, provisional, 'BAND2')).toContain('passthrough - direct baseline (no canary) P50, 150 B at 300 rps: no median')
    expect(line(smoke, provisional, 'BAND2')).toContain('passthrough - direct baseline 0.400 ms (median of 2 canaries) P50, 150 B at 300 rps: median')
    expect(line(run, published, 'CONTROL-AA')).toContain('controlb - controla P50, 150 B at 500 rps: median +0.002 ms, spread 0.000 ms, 5 of 5 repetitions')
  })
})
