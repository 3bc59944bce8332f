import type { Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile } from '../src/index.js'
import type { BandResult, Evaluation } from '../src/index.js'
import { plantedFaults } from './planted-faults.js'
import { busyReadings, counts, editCells, slower, syntheticRun, tail } from './synthetic-run.js'

function band(evaluation: Evaluation, id: string): BandResult {
  return evaluation.bands.find((one) => one.id === id)!
}

const quiet = ['pass', 'recorded']

describe.each(['published', 'provisional'])('evaluate, profile %s', (name) => {
  const profile = loadProfile(name)
  const healthy = syntheticRun(profile, 'evidence')
  const judged = new Map<Analysis, Evaluation>()
  const judge = (run: Analysis): Evaluation => {
    const known = judged.get(run) ?? evaluate(run, profile)
    judged.set(run, known)
    return known
  }

  it('finds a healthy evidence run VALID, with no reason against any band', () => {
    const evaluation = evaluate(healthy, profile)
    expect(evaluation.bands.flatMap(({ id, reasons }) => reasons.map(({ text }) => `${id}: ${text}`))).toEqual([])
    expect(evaluation).toMatchObject({ verdict: 'VALID', verdictLine: 'VERDICT VALID', exitCode: 0, failing: [], notJudged: [] })
  })

  it.each(plantedFaults)('lets $band fire on $name ($reason), and stay silent without it', ({ band: id, status, reason, plant }) => {
    expect(quiet).toContain(band(judge(healthy), id).status)
    const fired = band(judge(plant(healthy)), id)
    expect(fired.status).toBe(status)
    expect(fired.reasons.map(({ code }) => code)).toContain(reason)
  })

  it.each(plantedFaults)('makes evidence INVALID by $name exactly when $band is an instrument band', ({ band: id, status, plant }) => {
    const evaluation = evaluate(plant(healthy), profile)
    const { role } = band(evaluation, id)
    expect(evaluation.failing.includes(id)).toBe(role === 'instrument' && status !== 'advisory')
    expect(evaluation.notMet?.includes(id) ?? false).toBe(role === 'expectation')
    expect(evaluation.verdict).toBe(evaluation.failing.length > 0 ? 'INVALID' : 'VALID')
    expect(evaluation.exitCode).toBe(evaluation.failing.length > 0 ? 1 : 0)
  })
})

describe('the planted faults', () => {
  const ids = evaluate(syntheticRun(loadProfile('published'), 'evidence'), loadProfile('published')).bands.map(({ id }) => id)
  const without = (statuses: readonly string[]) => ids.filter((id) => !plantedFaults.some(({ band: of, status }) => of === id && statuses.includes(status)))

  it('let every band fire, but the controls, whose advisory only the provisional profile has', () => {
    expect(ids).toHaveLength(12)
    expect(without(['violated', 'advisory'])).toEqual(['CONTROL-AA'])
  })

  it('leave every band nothing to judge once', () => {
    expect(without(['unevaluable'])).toEqual([])
  })

  it('leave every threshold that can be absent absent once, by name', () => {
    const bare = loadProfile('published')
    const { bands } = bare
    const none = loadProfile({ ...bare, bands: { ...bands, BAND1: { ...bands.BAND1, groups: [] }, BAND2: { ...bands.BAND2, windowMs: null }, BAND3: { ...bands.BAND3, windowMs: null }, BAND4: { ...bands.BAND4, ratioMax: null }, 'BAND3-STREAM': { ...bands['BAND3-STREAM'], absoluteCeilingMs: null }, BAND5: { ...bands.BAND5, p99CeilingMs: null } } })
    const evaluation = evaluate(syntheticRun(bare, 'evidence'), none)
    expect(evaluation.failing).toEqual(['BAND1', 'BAND2', 'BAND3', 'BAND4', 'BAND3-STREAM', 'BAND5'])
    for (const id of evaluation.failing) expect(band(evaluation, id)).toMatchObject({ status: 'uncalibrated', reasons: expect.arrayContaining([expect.objectContaining({ code: 'uncalibrated' })]) as unknown })
  })
})

describe('evaluate', () => {
  const profile = loadProfile('provisional')
  const smoke = syntheticRun(profile, 'smoke')

  it.each([
    ['smoke', 'SMOKE OK'],
    ['quick', 'QUICK OK'],
    ['evidence', 'VERDICT VALID'],
  ] as const)('ends a healthy %s run with %s', (mode, line) => {
    expect(evaluate(syntheticRun(profile, mode), profile)).toMatchObject({ verdictLine: line, exitCode: 0 })
  })

  it('fails a smoke run on an expectation band, which evidence only reports', () => {
    const planted = (mode: 'smoke' | 'evidence') => evaluate(editCells(syntheticRun(profile, mode), { arm: 'passthrough' }, slower(3_000_000)), profile)
    expect(planted('smoke')).toMatchObject({ verdictLine: 'SMOKE FAILED', exitCode: 1, failing: ['BAND2', 'BAND3'] })
    expect(planted('evidence')).toMatchObject({ verdictLine: 'VERDICT VALID', exitCode: 0, notMet: ['BAND2', 'BAND3'] })
  })

  it('asks whether the subject is enforcing when enforce is not slower than passthrough', () => {
    const idle = editCells(smoke, { name: 'enforce-nonstream-4096-r1' }, slower(-2_300_000))
    expect(band(evaluate(idle, profile), 'BAND3').reasons[0]!.text).toBe('+0.000 ms is below +0.300 ms .. +12.000 ms: enforce is not slower than passthrough by 0.300 ms: is it enforcing?')
  })

  it('keeps the gating of the seeds in the published profile: every band gates', () => {
    const published = loadProfile('published')
    const evaluation = evaluate(editCells(syntheticRun(published, 'evidence'), { arm: 'enforce', payloadBytes: 4096 }, slower(12_000_000)), published)
    expect(evaluation).toMatchObject({ verdictLine: 'VERDICT INVALID', failing: ['BAND3'], notMet: null })
  })

  it('warns in a smoke run when a busy host left a band nothing to judge, and fails evidence for it', () => {
    const busy = editCells(smoke, { name: 'enforce-nonstream-4096-r1' }, (cell) => ({ ...cell, contended: true }))
    expect(evaluate(busy, profile)).toMatchObject({ verdictLine: 'SMOKE OK', notJudged: ['BAND3', 'BAND4'], notMet: [] })
    const long = syntheticRun(loadProfile('published'), 'evidence')
    const emptied = editCells(long, { arm: 'enforce', payloadBytes: 4096 }, (cell) => ({ ...cell, contended: true }))
    expect(evaluate(emptied, loadProfile('published'))).toMatchObject({ verdictLine: 'VERDICT INVALID', failing: ['BAND3', 'BAND4'], notJudged: [] })
  })

  it('does not excuse a smoke run whose cells are missing', () => {
    const gone = { ...smoke, cells: smoke.cells.filter(({ arm }) => arm !== 'enforce') }
    expect(evaluate(gone, profile)).toMatchObject({ verdictLine: 'SMOKE FAILED', failing: ['BAND3', 'BAND4', 'BAND3-STREAM'] })
  })

  it('does not let an uncalibrated threshold decide a smoke run, and fails evidence by name', () => {
    const bare = loadProfile({ ...profile, bands: { ...profile.bands, BAND5: { ...profile.bands.BAND5, p50CeilingMs: null } } })
    expect(evaluate(smoke, bare)).toMatchObject({ verdictLine: 'SMOKE OK', notMet: [] })
    expect(evaluate(syntheticRun(bare, 'evidence'), bare)).toMatchObject({ verdictLine: 'VERDICT INVALID', failing: ['BAND5'] })
  })

  it('counts an expectation without a threshold as not met by evidence, and as nothing by a smoke run', () => {
    const bare = loadProfile({ ...profile, bands: { ...profile.bands, BAND3: { ...profile.bands.BAND3, windowMs: null } } })
    expect(evaluate(smoke, bare)).toMatchObject({ verdictLine: 'SMOKE OK', notMet: [] })
    expect(evaluate(syntheticRun(bare, 'evidence'), bare)).toMatchObject({ verdictLine: 'VERDICT VALID', notMet: ['BAND3'] })
  })

  it('warns of a busy host in a smoke run and fails evidence for the same readings', () => {
    const alternating = [7, 15, 17, 19, 21]
    expect(band(evaluate(busyReadings(smoke, alternating), profile), 'CONTENTION').status).toBe('advisory')
    expect(evaluate(busyReadings(smoke, alternating), profile).exitCode).toBe(0)
    expect(evaluate(busyReadings(syntheticRun(profile, 'evidence'), [7, 8]), profile).exitCode).toBe(1)
  })

  it('records one isolated dip and leaves its repetition out of its own pairing only', () => {
    const run = syntheticRun(profile, 'evidence')
    const dip = run.readings.findIndex(({ cell }) => cell === 'enforce-nonstream-4096-r2') + 1
    const evaluation = evaluate(busyReadings(run, [dip]), profile)
    expect(band(evaluation, 'CONTENTION')).toMatchObject({ status: 'recorded', cells: ['enforce-nonstream-4096-r2'] })
    const left = evaluation.bands.flatMap((one) => ('reading' in one ? [[one.id, one.reading.perRepetition.length]] : []))
    expect(Object.fromEntries(left)).toEqual({ BAND2: 5, BAND3: 4, 'BAND3-SMALL': 5, 'CONTROL-AA': 5, BAND4: 4, 'BAND3-STREAM': 3 })
    expect(evaluation.verdict).toBe('VALID')
  })

  it('counts dropped arrivals against a tolerance of none', () => {
    const strict = loadProfile({ ...profile, tolerances: { ...profile.tolerances, dropped: { ...profile.tolerances.dropped, basisPoints: 0, floor: 0 } } })
    const lossy = editCells(smoke, { name: 'passthrough-nonstream-150-r1' }, counts({ dropped: 7 }))
    expect(band(evaluate(lossy, strict), 'INTEGRITY').reasons[0]!.text).toContain('dropped 7 of 750 arrivals, 0 allowed')
    expect(band(evaluate(lossy, profile), 'INTEGRITY').status).toBe('pass')
  })

  it('takes ten times the ceiling of BAND3 as the tail allowance where the P50 shift is not positive', () => {
    const flat = editCells(smoke, { name: 'enforce-nonstream-4096-r1' }, (cell) => tail(100_000_000)(slower(-2_300_000)(cell)))
    expect(band(evaluate(flat, profile), 'BAND4')).toMatchObject({ status: 'pass', allowanceNs: 120_000_000 })
  })

  it('never fails a run on what it only records', () => {
    const apart = editCells(smoke, { arm: 'controlb' }, slower(3_000_000))
    expect(band(evaluate(apart, profile), 'CONTROL-AA').status).toBe('advisory')
    expect(evaluate(apart, profile).exitCode).toBe(0)
  })
})
