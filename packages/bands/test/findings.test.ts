import type { AnalysedCell, Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile } from '../src/index.js'
import type { Profile } from '../src/index.js'
import { busyReadings, counts, editCells, syntheticRun } from './synthetic-run.js'

const provisional = loadProfile('provisional')
const published = loadProfile('published')
const evidence = syntheticRun(published, 'evidence')

/** Notes or reasons of one band as `code: text`. */
function findings(run: Analysis, profile: Profile, id: string, kind: 'notes' | 'reasons' = 'notes'): readonly string[] {
  return evaluate(run, profile).bands.find((band) => band.id === id)![kind].map(({ code, text }) => `${code}: ${text}`)
}

const codes = (run: Analysis, profile: Profile, id: string): readonly string[] => findings(run, profile, id).map((text) => text.split(':')[0]!)
const p50 = (valueNs: number) => (cell: AnalysedCell): AnalysedCell => ({ ...cell, duration: { ...cell.duration, p50Ns: valueNs } })

describe('a number that was calibrated on nothing', () => {
  it.each([
    ['BAND1', 2],
    ['BAND2', 1],
    ['BAND3', 0],
    ['BAND3-SMALL', 0],
    ['CONTROL-AA', 1],
    ['BAND4', 1],
    ['BAND3-STREAM', 1],
    ['BAND5', 2],
  ])('is named with every verdict of %s, %i times in the provisional profile', (id, times) => {
    expect(codes(syntheticRun(provisional, 'evidence'), provisional, id).filter((code) => code === 'not-calibrated')).toHaveLength(times)
  })

  it.each(['BAND1', 'BAND2', 'BAND3', 'BAND3-SMALL', 'CONTROL-AA', 'BAND4', 'BAND3-STREAM', 'BAND5'] as const)('is not named for %s where there is no number', (id) => {
    const bare = structuredClone(provisional)
    bare.bands.BAND1.groups.forEach((group) => {
      group.p50CeilingMs = null
      group.p99AdvisoryMs = null
    })
    bare.bands.BAND2.windowMs = null
    bare.bands.BAND3.windowMs = null
    bare.bands['BAND3-SMALL'].advisoryWindowMs = null
    bare.bands['CONTROL-AA'].advisoryAbsoluteMs = null
    bare.bands.BAND4.ratioMax = null
    bare.bands['BAND3-STREAM'].absoluteCeilingMs = null
    bare.bands.BAND5.p50CeilingMs = null
    bare.bands.BAND5.p99CeilingMs = null
    expect(codes(syntheticRun(provisional, 'evidence'), bare, id)).not.toContain('not-calibrated')
  })

  it('is named for the advisory of BAND1 alone where no ceiling is given, and the other way round', () => {
    const some = structuredClone(provisional)
    for (const group of some.bands.BAND1.groups) group.p50CeilingMs = null
    const { provenance, advisoryProvenance } = some.bands.BAND1
    expect(findings(syntheticRun(some, 'evidence'), some, 'BAND1')).toEqual([`not-calibrated: NOT CALIBRATED: ${advisoryProvenance.reason!}`])
    const others = structuredClone(provisional)
    for (const group of others.bands.BAND1.groups) group.p99AdvisoryMs = null
    expect(findings(syntheticRun(others, 'evidence'), others, 'BAND1')).toEqual([`not-calibrated: NOT CALIBRATED: ${provenance.reason!}`])
  })

  it('says that BAND5 lacks one ceiling and still judges the other', () => {
    const some = structuredClone(provisional)
    some.bands.BAND5.p99CeilingMs = null
    expect(findings(syntheticRun(some, 'evidence'), some, 'BAND5', 'reasons')).toEqual(['uncalibrated: UNCALIBRATED: no P99 ceiling'])
    expect(codes(syntheticRun(some, 'evidence'), some, 'BAND5')).toEqual(['not-calibrated'])
  })
})

describe('a boundary case', () => {
  it('of BAND1 is a single group', () => {
    const one = structuredClone(published)
    one.bands.BAND1.groups = one.bands.BAND1.groups.slice(1, 2)
    const run = { ...evidence, cells: evidence.cells.filter(({ arm, payloadBytes }) => arm !== 'direct' || payloadBytes === 4096) }
    expect(evaluate(run, one).bands.find(({ id }) => id === 'BAND1')).toMatchObject({ status: 'pass', groups: [{ payloadBytes: 4096 }] })
    one.bands.BAND1.groups = []
    const none = { ...run, cells: run.cells.filter(({ arm }) => arm !== 'direct') }
    expect(findings(none, one, 'BAND1', 'reasons')).toEqual(['cells-missing: neither the run nor the profile has a direct group'])
  })

  it('of CONTENTION is a profile in which one busy reading is one too many', () => {
    const strict = structuredClone(published)
    strict.quiescence.consecutive.readings = 1
    expect(findings(evidence, strict, 'CONTENTION', 'reasons')).toEqual([])
    expect(findings(busyReadings(evidence, [5]), strict, 'CONTENTION', 'reasons')).toHaveLength(1)
  })

  it('of INTEGRITY is a cell so short that 1 % of its rows is less than one', () => {
    const short = (generator: number): readonly string[] => findings(editCells(evidence, { name: 'enforce-nonstream-32768-r1' }, counts({ rows: generator - 1, generator })), published, 'INTEGRITY', 'reasons')
    expect(short(99)).toHaveLength(1)
    expect(short(100)).toEqual([])
  })

  it('of RATE states the achieved rate to a hundredth', () => {
    const slow = editCells(evidence, { name: 'enforce-nonstream-150-r1' }, (cell) => ({ ...counts({ ok: 29_399 })(cell), achievedRatePerSecond: 489.9833 }))
    expect(findings(slow, published, 'RATE', 'reasons')).toEqual(['under-served: enforce-nonstream-150-r1 completed 29399 of 30000 demanded, 29400 needed; achieved 489.98 of 500 rps. Its latency is queue residence, not service time'])
  })

  it.each([
    [599, 'Its latency is queue residence, not service time'],
    [600, '600 requests failed: INTEGRITY says with what'],
  ])('of RATE blames the queue unless the %i failed requests alone are what is missing', (failed, why) => {
    const bad = editCells(evidence, { name: 'enforce-nonstream-150-r1' }, counts({ ok: 28_800, failed }))
    expect(findings(bad, published, 'RATE', 'reasons')[0]).toMatch(new RegExp(`rps\\. ${why}$`))
  })
})

describe('a remark', () => {
  it.each([
    [1, ['one-canary: the baseline rests on direct-canary-close-nonstream-150 alone']],
    [2, []],
  ])('on the baseline of BAND2 with %i canaries is %j', (canaries, expected) => {
    const run = canaries === 2 ? evidence : { ...evidence, cells: evidence.cells.filter(({ canary }) => canary !== 'open') }
    expect(findings(run, published, 'BAND2').filter((text) => text.startsWith('one-canary'))).toEqual(expected)
  })

  it('on BAND2 never counts a canary of another payload or mode as its baseline', () => {
    const other = { ...evidence, cells: [...evidence.cells, { ...evidence.cells[0]!, name: 'other', payloadBytes: 4096 }, { ...evidence.cells[0]!, name: 'third', stream: true }] }
    expect(evaluate(other, published).bands.find(({ id }) => id === 'BAND2')).toMatchObject({ baselineCells: ['direct-canary-open-nonstream-150', 'direct-canary-close-nonstream-150'] })
  })

  it.each([
    [60_000, 59_999, []],
    [60_000, 60_000, ['unresolved']],
    [-40_000, 39_999, []],
    [-40_000, 40_000, ['unresolved']],
  ])('on BAND3-SMALL for a median of %i ns and a spread of %i ns is %j', (medianNs, spreadNs, expected) => {
    const agreed = editCells(evidence, { arm: 'enforce', payloadBytes: 150, stream: false }, (cell) => p50(evidence.cells.find(({ name }) => name === cell.name.replace('enforce', 'passthrough'))!.duration.p50Ns! + medianNs)(cell))
    const apart = editCells(agreed, { name: 'enforce-nonstream-150-r5' }, (cell) => p50(cell.duration.p50Ns! + spreadNs)(cell))
    expect(codes(apart, published, 'BAND3-SMALL')).toEqual(expected)
  })

  it('on a host that was busy throughout states the share and what is allowed', () => {
    expect(findings(busyReadings(evidence, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]), published, 'CONTENTION', 'reasons')).toEqual(['busy-throughout: 11 of 106 readings were below 60 % idle, at most 10 % may be'])
    expect(findings(busyReadings(evidence, [7, 8, 9]), published, 'CONTENTION', 'reasons')).toEqual(['busy-in-a-row: 3 readings in a row were below 60 % idle, 2 already mean a busy host'])
  })

  it.each(['before', 'after'])('on a reading that is missing %s a cell names the cell', (phase) => {
    const run = { ...evidence, readings: evidence.readings.filter((one) => !(one.cell === 'direct-payload-4096' && one.phase === phase)) }
    expect(findings(run, published, 'CONTENTION', 'reasons')).toEqual(['idle-missing: no reading before or after direct-payload-4096'])
  })

  it('on an unreadable sensor counts and names the first', () => {
    const run = { ...evidence, readings: evidence.readings.map((one, index) => (index === 3 || index === 5 ? { ...one, idlePercent: null } : one)) }
    expect(findings(run, published, 'CONTENTION', 'reasons')).toEqual(['idle-unreadable: 2 of 106 idle readings could not be read, the first after passthrough-nonstream-150-r1'])
    expect(evaluate(run, published).bands.find(({ id }) => id === 'CONTENTION')).toMatchObject({ unreadable: 2, belowFloor: 0, readings: 106 })
  })

  it('on a host without idle counters passes with a count, in evidence too', () => {
    const none = evidence.readings.map((one) => ({ ...one, idlePercent: null, idleUnsupported: true as const }))
    const run = { ...evidence, readings: none }
    expect(findings(run, published, 'CONTENTION')).toEqual(['idle-unsupported: this host has no idle counters: 106 of 106 readings are none, and nobody can say how busy it was'])
    expect(evaluate(run, published)).toMatchObject({ verdictLine: 'VERDICT VALID' })
    expect(evaluate(run, published).bands.find(({ id }) => id === 'CONTENTION')).toMatchObject({ status: 'pass', unreadable: 0 })
    expect(codes({ ...evidence, readings: [none[0]!, ...evidence.readings.slice(1)] }, published, 'CONTENTION')).toEqual(['idle-unsupported'])
    expect(codes(evidence, published, 'CONTENTION')).toEqual([])
  })

  it('on contention names the cells that were kept: canaries and every direct cell', () => {
    const busy = (run: Analysis, name: string): Analysis => editCells(run, { name }, (cell) => ({ ...cell, contended: true }))
    const run = ['direct-canary-open-nonstream-150', 'direct-stream-150-r2', 'enforce-nonstream-150-r1'].reduce(busy, evidence)
    expect(findings(run, published, 'CONTENTION').map((text) => text.split(' ')[1])).toEqual(['direct-canary-open-nonstream-150', 'direct-stream-150-r2'])
  })

  it('on the rate of a run names each group once', () => {
    const other = editCells(evidence, { payloadBytes: 4096 }, (cell) => ({ ...cell, ratePerSecond: 250, counts: { ...cell.counts, demanded: 15_000, ok: 15_000, rows: 15_000, generator: 15_000 } }))
    expect(findings(other, published, 'RATE')).toEqual(['rate-not-of-profile: profile published demands 500 rps at nonstream 4096 B, this run demanded 250: its thresholds belong to another operating point'])
    const unknown = editCells(evidence, { name: 'direct-payload-4096' }, (cell) => ({ ...cell, payloadBytes: 8192 }))
    expect(findings(unknown, published, 'RATE')).toEqual(['rate-not-of-profile: profile published has no rate for nonstream 8192 B, this run demanded 500: its thresholds belong to another operating point'])
    expect(findings(evidence, published, 'RATE')).toEqual([])
  })

  it('on failures lists their codes, where they are known', () => {
    const failed = (failures: AnalysedCell['failures']): readonly string[] => findings(editCells(evidence, { name: 'enforce-nonstream-150-r1' }, (cell) => ({ ...counts({ failed: 16 })(cell), failures })), published, 'INTEGRITY', 'reasons')
    expect(failed({ 'status-500': 15, 'connection-reset': 1 })).toEqual(['failed: enforce-nonstream-150-r1 failed 16 of 30000 requests, 15 allowed (status-500 15, connection-reset 1)'])
    expect(failed({})).toEqual(['failed: enforce-nonstream-150-r1 failed 16 of 30000 requests, 15 allowed'])
  })

  it('on warm-up names every cell that dropped arrivals in it', () => {
    expect(findings(editCells(evidence, { name: 'enforce-nonstream-150-r1' }, counts({ warmupDropped: 1 })), published, 'INTEGRITY')).toEqual(['warmup-dropped: enforce-nonstream-150-r1 dropped 1 arrivals during warm-up, which is tolerated'])
    expect(findings(evidence, published, 'INTEGRITY')).toEqual([])
  })
})
