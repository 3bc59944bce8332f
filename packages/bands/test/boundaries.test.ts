import type { AnalysedCell, Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile } from '../src/index.js'
import type { BandId } from '../src/index.js'
import { busyReadings, counts, editCells, syntheticRun, tail } from './synthetic-run.js'

const profile = loadProfile('published')
const run = syntheticRun(profile, 'evidence')

function status(id: BandId, judged: Analysis): string {
  return evaluate(judged, profile).bands.find((one) => one.id === id)!.status
}

const p50 = (valueNs: number) => (cell: AnalysedCell): AnalysedCell => ({ ...cell, duration: { ...cell.duration, p50Ns: valueNs } })

/** The published run with every difference of a pairing set to one value. */
function shifted(deltaNs: number, arm: 'enforce' | 'passthrough' | 'controlb', payloadBytes: number, stream = false): Analysis {
  return editCells(run, { arm, payloadBytes, stream }, (cell) => {
    const baseline = { enforce: 'passthrough', passthrough: 'direct-canary-open', controlb: 'controla' }[arm]
    const other = run.cells.find(({ name }) => name === (arm === 'passthrough' ? `${baseline}-nonstream-150` : cell.name.replace(arm, baseline)))!
    return p50(other.duration.p50Ns! + deltaNs)(cell)
  })
}

describe('a limit', () => {
  it.each([
    ['BAND2', 'violated', 49_999, 'below its window'],
    ['BAND2', 'pass', 50_000, 'at the low end, which belongs to it'],
    ['BAND2', 'pass', 600_000, 'at the high end, which belongs to it'],
    ['BAND2', 'violated', 600_001, 'above its window'],
  ] as const)('of %s finds %s at %i ns, %s', (id, expected, deltaNs, _place) => {
    expect(status(id, shifted(deltaNs, 'passthrough', 150))).toBe(expected)
  })

  it.each([
    ['BAND3', 'violated', 149_999],
    ['BAND3', 'pass', 150_000],
    ['BAND3', 'pass', 950_000],
    ['BAND3', 'violated', 950_001],
  ] as const)('of %s finds %s at %i ns', (id, expected, deltaNs) => {
    expect(status(id, shifted(deltaNs, 'enforce', 4096))).toBe(expected)
  })

  it.each([
    ['BAND3-SMALL', 'advisory', -50_001],
    ['BAND3-SMALL', 'recorded', -50_000],
    ['BAND3-SMALL', 'recorded', 100_000],
    ['BAND3-SMALL', 'advisory', 100_001],
  ] as const)('of %s finds %s at %i ns', (id, expected, deltaNs) => {
    expect(status(id, shifted(deltaNs, 'enforce', 150))).toBe(expected)
  })

  it.each([
    ['violated', -650_000],
    ['violated', -600_001],
    ['pass', -600_000],
    ['pass', 600_000],
    ['violated', 600_001],
  ] as const)('of BAND3-STREAM finds %s at %i ns: it is two-sided', (expected, deltaNs) => {
    expect(status('BAND3-STREAM', shifted(deltaNs, 'enforce', 150, true))).toBe(expected)
  })

  it.each([
    ['violated', 500_000],
    ['pass', 499_999],
  ] as const)('of BAND3 finds %s for a median of 500000 ns and a spread of %i ns', (expected, spreadNs) => {
    const agreed = shifted(500_000, 'enforce', 4096)
    const apart = editCells(agreed, { name: 'enforce-nonstream-4096-r5' }, (cell) => p50(cell.duration.p50Ns! + spreadNs)(cell))
    expect(status('BAND3', apart)).toBe(expected)
  })

  it.each([
    ['violated', 1_000_000, 150, false, 'direct-canary-open-nonstream-150'],
    ['pass', 999_999, 150, false, 'direct-canary-open-nonstream-150'],
    ['violated', 1_000_000, 4096, false, 'direct-payload-4096'],
    ['pass', 999_999, 4096, false, 'direct-payload-4096'],
    ['violated', 1_500_000, 32_768, false, 'direct-payload-32768'],
    ['pass', 1_499_999, 32_768, false, 'direct-payload-32768'],
    ['violated', 2_000_000, 150, true, 'direct-stream-150-r2'],
    ['pass', 1_999_999, 150, true, 'direct-stream-150-r2'],
  ] as const)('of BAND1 finds %s at %i ns: P50 has to be below the ceiling of its own group', (expected, valueNs, _bytes, _stream, name) => {
    expect(status('BAND1', editCells(run, { name }, p50(valueNs)))).toBe(expected)
  })

  it.each([
    [1, 2_500_000],
    [0, 2_499_999],
  ])('of the P99 advisory notes %i at %i ns, and blocks nothing', (notes, valueNs) => {
    const band = evaluate(editCells(run, { name: 'direct-payload-4096' }, tail(valueNs)), profile).bands.find(({ id }) => id === 'BAND1')!
    expect(band.notes.filter(({ code }) => code === 'p99-advisory')).toHaveLength(notes)
    expect(band.status).toBe('pass')
  })

  it.each([
    ['pass', 330_000, 580_000],
    ['violated', 330_000, 580_001],
    ['pass', 580_000, 330_000],
    ['violated', 580_001, 330_000],
  ])('of BAND5 finds %s for a P50 of %i ns at the start and %i ns at the end', (expected, openNs, closeNs) => {
    const canaries = editCells(editCells(run, { canary: 'open' }, p50(openNs)), { canary: 'close' }, p50(closeNs))
    expect(status('BAND5', canaries)).toBe(expected)
  })

  it.each([
    ['pass', 2_000_000],
    ['violated', 2_000_001],
  ])('of BAND5 finds %s for a P99 of 500000 ns at the start and %i ns at the end', (expected, closeNs) => {
    expect(status('BAND5', editCells(editCells(run, { canary: 'open' }, tail(500_000)), { canary: 'close' }, tail(closeNs)))).toBe(expected)
  })

  const tailShift = (judged: Analysis, deltaNs: number): Analysis =>
    editCells(judged, { arm: 'enforce', payloadBytes: 4096 }, (cell) => tail(run.cells.find(({ name }) => name === cell.name.replace('enforce', 'passthrough'))!.duration.p99Ns! + deltaNs)(cell))

  it.each([
    ['pass', 500_000, 5_000_000],
    ['violated', 500_000, 5_000_001],
    ['pass', 1, 10],
    ['violated', 1, 11],
    ['pass', 0, 9_500_000],
    ['violated', 0, 9_500_001],
    ['pass', -100_000, 9_500_000],
  ])('of BAND4 finds %s for a P50 shift of %i ns and a P99 shift of %i ns', (expected, p50ShiftNs, p99ShiftNs) => {
    expect(status('BAND4', tailShift(shifted(p50ShiftNs, 'enforce', 4096), p99ShiftNs))).toBe(expected)
  })

  it.each([
    ['pass', { ok: 29_400 }],
    ['violated', { ok: 29_399 }],
  ])('of RATE finds %s for %j of 30000', (expected, change) => {
    expect(status('RATE', editCells(run, { name: 'enforce-nonstream-150-r1' }, counts(change)))).toBe(expected)
  })

  it.each([
    ['pass', 62.5, 62],
    ['pass', 62.5, 63],
    ['violated', 62.5, 64],
    ['violated', 62, 63],
    ['violated', 63, 62],
  ])('of RATE finds %s for %d arrivals of which %i are stated as demanded', (expected, arrivals, demanded) => {
    const cell = (one: AnalysedCell): AnalysedCell => counts({ demanded, ok: demanded })({ ...one, ratePerSecond: arrivals, steadySeconds: 1 })
    expect(status('RATE', editCells(run, { name: 'enforce-nonstream-150-r1' }, cell))).toBe(expected)
  })

  it.each([
    ['pass', { dropped: 300 }],
    ['violated', { dropped: 301 }],
    ['pass', { failed: 15 }],
    ['violated', { failed: 16 }],
    ['pass', { rows: 29_700 }],
    ['violated', { rows: 29_699 }],
    ['pass', { rows: 30_300 }],
    ['violated', { rows: 30_301 }],
  ])('of INTEGRITY finds %s for %j of 30000', (expected, change) => {
    expect(status('INTEGRITY', editCells(run, { name: 'enforce-nonstream-150-r1' }, counts(change)))).toBe(expected)
  })

  it.each([
    ['pass', []],
    ['recorded', [8]],
    ['recorded', [8, 10]],
    ['violated', [8, 9]],
    ['violated', [105, 106]],
    ['recorded', [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]],
    ['violated', [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]],
  ])('of CONTENTION finds %s with readings %j of 106 below the floor', (expected, positions) => {
    expect(status('CONTENTION', busyReadings(run, positions))).toBe(expected)
  })
})

describe('a share of the readings', () => {
  it('of exactly 10 % is allowed', () => {
    const ten = { ...run, readings: busyReadings(run, [1, 3]).readings.slice(0, 20), cells: run.cells.slice(0, 10) }
    const eleven = { ...ten, readings: busyReadings(ten, [5]).readings }
    expect(status('CONTENTION', ten)).toBe('recorded')
    expect(status('CONTENTION', eleven)).toBe('violated')
  })
})

describe('the advisory of CONTROL-AA', () => {
  const advising = loadProfile('provisional')
  const smoke = syntheticRun(advising, 'smoke')
  it.each([
    ['recorded', 1_000_000],
    ['advisory', 1_000_001],
    ['recorded', -1_000_000],
    ['advisory', -1_000_001],
  ])('is %s at %i ns', (expected, deltaNs) => {
    const apart = editCells(smoke, { arm: 'controlb' }, p50(smoke.cells.find(({ arm }) => arm === 'controla')!.duration.p50Ns! + deltaNs))
    expect(evaluate(apart, advising).bands.find(({ id }) => id === 'CONTROL-AA')!.status).toBe(expected)
  })
})
