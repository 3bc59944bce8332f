import { describe, expect, it } from 'vitest'
import { evaluate, evaluationJson, loadProfile } from '../src/index.js'
import { busyReadings, counts, editCells, slower, syntheticRun, tail } from './synthetic-run.js'

type Json = Readonly<Record<string, unknown>>

const profile = loadProfile('published')
const provisional = loadProfile('provisional')
const run = syntheticRun(profile, 'evidence')
const smoke = syntheticRun(provisional, 'smoke')
const json = (analysis: typeof run, judgedBy = profile): Json => JSON.parse(JSON.stringify(evaluationJson(evaluate(analysis, judgedBy)))) as Json
const band = (of: Json, id: string): Json => (of['bands'] as readonly Json[]).find((one) => one['id'] === id)!

describe('evaluationJson', () => {
  it('has the verdict, and the bands of the published layout in its order', () => {
    expect(json(run)).toMatchObject({ run: run.run.name, mode: 'evidence', estimate: false, profile: 'published', verdict: 'VALID', verdictLine: 'VERDICT VALID', exitCode: 0, failing: [], notMet: null })
    expect((json(run)['bands'] as readonly Json[]).map(({ id }) => id as string)).toEqual(['BAND1', 'BAND2', 'BAND3', 'BAND3-SMALL', 'CONTROL-AA', 'BAND4', 'BAND3-STREAM', 'BAND5'])
  })

  it('fits on one line', () => {
    expect(JSON.stringify(evaluationJson(evaluate(run, profile)))).not.toContain('\n')
  })

  it('gives times in ms, repetitions by name and a missing spread as null', () => {
    expect(band(json(smoke, provisional), 'BAND3')).toMatchObject({ status: 'PASS', role: 'expectation', promptBytes: 4096, stream: false, rateRps: 150, medianMs: 2.3, spreadMs: null, repetitions: 1, plannedRepetitions: 1, perRepetitionMs: { r1: 2.3 }, excludedMs: {}, windowMs: [0.3, 12] })
    expect(band(json(smoke, provisional), 'CONTROL-AA')).toMatchObject({ status: 'RECORDED', expectedMs: 0, advisoryAbsoluteMs: 1, medianMs: 0.01 })
    expect(band(json(run), 'BAND4')).toMatchObject({ ratioMax: 10, medianP50ShiftMs: 0.46, allowanceMs: 4.6 })
    expect(band(json(run), 'BAND5')).toMatchObject({ p50: { openMs: 0.08, closeMs: 0.08, driftMs: 0, ceilingMs: 0.25, percentOfSmaller: 0 } })
  })

  it('says why, with a code and a sentence, when a band is not met', () => {
    const failed = json(editCells(smoke, { arm: 'passthrough' }, slower(3_000_000)), provisional)
    expect(failed).toMatchObject({ verdict: 'FAILED', verdictLine: 'SMOKE FAILED', exitCode: 1, failing: ['BAND2', 'BAND3'], notMet: ['BAND2', 'BAND3'] })
    expect(band(failed, 'BAND3')).toMatchObject({ status: 'VIOLATED', reasons: [{ code: 'below-window', text: expect.stringContaining('is it enforcing?') }] })
  })

  it('lists what was contended and what left which median', () => {
    const dip = run.readings.findIndex(({ cell }) => cell === 'enforce-nonstream-4096-r2') + 1
    const judged = json(busyReadings(run, [dip]))
    expect(judged['contention']).toMatchObject({ status: 'RECORDED', breaches: 1, readings: 106, cells: ['enforce-nonstream-4096-r2'] })
    expect((judged['contention'] as Json)['excluded']).toEqual(['BAND3', 'BAND4'].map((id) => ({ band: id, repetition: 2, why: 'r2 left out, host busy around enforce-nonstream-4096-r2' })))
    expect(band(judged, 'BAND3')).toMatchObject({ repetitions: 4, excludedMs: { r2: 0.46 } })
    expect((json(run)['contention'] as Json)['status']).toBe('none')
  })

  it('lists a repetition that lacks a cell as excluded, but not as contended', () => {
    const judged = json({ ...run, cells: run.cells.filter(({ name }) => name !== 'enforce-nonstream-4096-r2') })
    expect(band(judged, 'BAND3')['excludedMs']).toEqual({ r2: null })
    expect((judged['contention'] as Json)['excluded']).toEqual([])
  })

  it('counts what was lost, tolerated and not', () => {
    const lossy = (dropped: number): Json => json(editCells(run, { name: 'enforce-nonstream-4096-r2' }, counts({ dropped, failed: 3, warmupDropped: 1 })))['integrity'] as Json
    expect(lossy(300)).toMatchObject({
      status: 'PASS',
      steadyDrops: 300,
      failed: 3,
      warmupDropsByCell: { 'enforce-nonstream-4096-r2': 1 },
      toleratedSteadyDrops: [{ cell: 'enforce-nonstream-4096-r2', dropped: 300, demanded: 30_000, allowed: 300 }],
    })
    expect(lossy(300)['dropsPercent']).toBeCloseTo(0.02451, 5)
    expect(lossy(300)['failedPercent']).toBeCloseTo(0.000245, 6)
    expect(lossy(301)).toMatchObject({ status: 'VIOLATED', toleratedSteadyDrops: [] })
    expect(lossy(0)['toleratedSteadyDrops']).toEqual([])
    expect(lossy(1)['toleratedSteadyDrops']).toHaveLength(1)
    expect((json(run)['integrity'] as Json)['warmupDropsByCell']).toEqual({})
    expect(evaluationJson(evaluate({ ...run, cells: [] }, profile))['integrity']).toMatchObject({ demanded: 0, dropsPercent: null })
  })

  it('names the cells that were under-served, and the processes that were asked', () => {
    const slow = json(editCells(run, { name: 'enforce-nonstream-4096-r2' }, counts({ ok: 29_399 })))
    expect(slow['rate']).toMatchObject({ status: 'VIOLATED', minimumPercent: 98, failing: [{ cell: 'enforce-nonstream-4096-r2', demanded: 30_000, completed: 29_399, minimum: 29_400, achievedRps: 500 }] })
    expect((json(editCells(run, { name: 'enforce-nonstream-4096-r2' }, counts({ ok: 29_400 })))['rate'] as Json)['failing']).toEqual([])
    expect(slow['identity']).toMatchObject({ status: 'PASS', processes: run.identity })
  })

  it('lists the advisories that fired and what a cell could not resolve', () => {
    const fired = band(json(editCells(run, { name: 'direct-payload-4096' }, tail(2_600_000))), 'BAND1')
    expect(fired['advisoriesFired']).toEqual(['direct-payload-4096 P99 2.600 ms (4096 B at 500 rps) is not below its advisory 2.500 ms'])
    expect(fired['status']).toBe('PASS')
    const blind = json(editCells(run, { canary: 'open' }, tail(null)))
    expect(band(blind, 'BAND5')['p99']).toMatchObject({ openMs: null, driftMs: null, percentOfSmaller: null })
    expect(band(blind, 'BAND1')).toMatchObject({ groups: [{ observed: [{}, { cell: 'direct-canary-open-nonstream-150', p99Ms: null }] }, {}, {}, {}] })
  })

  it('carries the cost of every cell and the crossings', () => {
    expect(json(run)['cost']).toHaveLength(53)
    expect(json(run)['crossings']).toHaveLength(6)
    expect(json(smoke, provisional)['crossings']).toHaveLength(4)
  })
})
