import { readdirSync, readFileSync } from 'node:fs'
import type { AnalysisInterval, Analysis } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { evaluate, loadProfile, verdictLines, verdictText } from '../src/index.js'
import type { Profile } from '../src/index.js'
import { plantedFaults } from './planted-faults.js'
import { busyReadings, counts, editCells, slower, syntheticRun, tail } from './synthetic-run.js'

const provisional = loadProfile('provisional')
const published = loadProfile('published')

/** A profile with no threshold at all. */
function bareProfile(profile: Profile): Profile {
  const bare = structuredClone(profile)
  bare.bands.BAND1.groups = []
  bare.bands.BAND2.windowMs = null
  bare.bands.BAND3.windowMs = null
  bare.bands['BAND3-SMALL'].advisoryWindowMs = null
  bare.bands['CONTROL-AA'].advisoryAbsoluteMs = null
  bare.bands.BAND4.ratioMax = null
  bare.bands['BAND3-STREAM'].absoluteCeilingMs = null
  bare.bands.BAND5.p50CeilingMs = null
  bare.bands.BAND5.p99CeilingMs = null
  return loadProfile(bare)
}

const interval = (lowNs: number | null, highNs: number | null, resampled: AnalysisInterval['resampled'] = 'withinCells'): AnalysisInterval => ({ lowNs, highNs, level: 0.95, method: 'student-t', resampled, centreNs: 0 })

/** The run with intervals on its primary shift. */
function withInterval(run: Analysis, intervals: Partial<Pick<Analysis['shifts'][number], 'withinCells' | 'acrossRepetitionsT' | 'acrossRepetitionsDistributionFree'>>): Analysis {
  return { ...run, shifts: run.shifts.map((shift) => (shift.kind === 'paired' && shift.treatment === 'enforce' && shift.payloadBytes === 4096 && shift.q === 0.5 ? { ...shift, ...intervals } : shift)) }
}

const lines = (run: Analysis, profile: Profile): readonly string[] => verdictText(evaluate(run, profile)).split('\n')
const smoke = syntheticRun(provisional, 'smoke')
const evidence = syntheticRun(published, 'evidence')

describe('verdictText', () => {
  it('ends with the verdict and a line end', () => {
    expect(verdictText(evaluate(smoke, provisional)).endsWith('\nEXPECTATIONS MET\nSMOKE OK\n')).toBe(true)
    expect(verdictText(evaluate(evidence, published)).endsWith('ns per byte, paired P50 at 500 rps\nVERDICT VALID\n')).toBe(true)
  })

  it('says ESTIMATE for anything but evidence', () => {
    expect(lines(smoke, provisional)[1]).toBe('ESTIMATE a smoke run is a check of the machinery, not evidence')
    expect(lines(evidence, published).some((line) => line.includes('ESTIMATE'))).toBe(false)
  })

  it('says in every paired line of a single repetition that there is one, and never a spread of 0.000', () => {
    const text = lines(smoke, provisional)
    const paired = text.filter((line) => / - .*: (median|size)|^ {2}PAIR /.test(line))
    expect(paired).toHaveLength(12)
    expect(paired.every((line) => line.includes('ONE REPETITION'))).toBe(true)
    expect(text.some((line) => line.includes('spread 0.000'))).toBe(false)
    expect(text.filter((line) => line.includes('spread not resolvable'))).toHaveLength(6)
  })

  it('prints a band with its limits, its repetitions and their payload and rate', () => {
    const from = lines(evidence, published).findIndex((line) => line.startsWith('BAND3 '))
    expect(lines(evidence, published).slice(from, from + 3)).toEqual([
      'BAND3 PASS (instrument) enforce - passthrough P50, 4096 B at 500 rps: median +0.460 ms, spread 0.000 ms, 5 of 5 repetitions; window +0.150 ms .. +0.950 ms and spread below median',
      '  PAIR BAND3 r1 P50 (4096 B at 500 rps) passthrough 0.322 ms enforce 0.782 ms delta +0.460 ms',
      '  PAIR BAND3 r2 P50 (4096 B at 500 rps) passthrough 0.324 ms enforce 0.784 ms delta +0.460 ms',
    ])
  })

  it('prints every raw count, whether it passed or not', () => {
    const run = editCells(evidence, { name: 'enforce-nonstream-4096-r2' }, counts({ ok: 29_990, failed: 3, dropped: 7, abandoned: 2, warmupDropped: 12 }))
    const text = lines(run, published)
    expect(text).toContain('  RATE CELL enforce-nonstream-4096-r2 demanded 30000 completed 29990 minimum 29400 achieved 500.00 of 500 rps')
    expect(text).toContain('  INTEGRITY CELL enforce-nonstream-4096-r2 demanded 30000 ok 29990 failed 3 (allowed 15) dropped 7 (allowed 300) abandoned 2 warm-up dropped 12 rows 30000 generator 30000 (may differ by 300)')
    expect(text).toContain('INTEGRITY TOTALS cells 53 demanded 1224000 ok 1223990 failed 3 dropped 7 abandoned 2 warm-up dropped 12 rows 1224000')
    expect(text.filter((line) => line.startsWith('  RATE CELL'))).toHaveLength(53)
    expect(text.filter((line) => line.startsWith('COST'))).toHaveLength(53)
  })

  it('prints what a repetition that was left out reads', () => {
    const run = editCells(evidence, { name: 'enforce-nonstream-4096-r2' }, (cell) => ({ ...cell, contended: true }))
    expect(lines(run, published)).toContain('  EXCLUDED BAND3 r2 P50 (4096 B at 500 rps) delta +0.460 ms: r2 left out, host busy around enforce-nonstream-4096-r2')
    expect(lines({ ...run, cells: run.cells.filter(({ name }) => name !== 'enforce-nonstream-4096-r2') }, published)).toContain('  EXCLUDED BAND3 r2 P50 (4096 B at 500 rps) delta unreadable: r2 has no treatment cell')
  })

  it('prints UNCALIBRATED by name, and lets smoke go on', () => {
    const text = lines(smoke, bareProfile(provisional))
    for (const line of ['BAND1 UNCALIBRATED', 'BAND2 UNCALIBRATED', 'BAND3 UNCALIBRATED', 'BAND4 UNCALIBRATED', 'BAND3-STREAM UNCALIBRATED', 'BAND5 UNCALIBRATED']) expect(text.some((one) => one.startsWith(line))).toBe(true)
    expect(text).toContain('  REASON uncalibrated: UNCALIBRATED: no ceiling for nonstream 4096 B')
    expect(text.at(-2)).toBe('SMOKE OK')
  })

  it('prints NOT CALIBRATED with the reason beside a number nobody measured', () => {
    expect(lines(evidence, published)).toContain('  NOTE not-calibrated: NOT CALIBRATED: no central value was measured; the window widens a design sketch of 0.1 .. 0.4 ms')
  })

  it('says where enforcement crosses a budget, and where no prompt is short enough', () => {
    const crossing = (run: Analysis): readonly string[] => lines(run, provisional).filter((line) => line.startsWith('CROSSING'))
    expect(crossing(smoke)[0]).toBe('CROSSING enforcement reaches 0.500 ms at 358 B (0.4 KB); slope-below 150 B .. 4096 B, 482 ns per byte, paired P50 at 150 rps')
    const dear = editCells(smoke, { arm: 'enforce', payloadBytes: 150, stream: false }, slower(1_000_000))
    expect(crossing(dear)[0]).toBe('CROSSING enforcement reaches 0.500 ms before the first byte, extrapolated; slope-below 150 B .. 4096 B, 228 ns per byte, paired P50 at 150 rps')
    const flat = editCells(smoke, { arm: 'enforce', payloadBytes: 4096 }, slower(-2_300_000))
    expect(crossing(flat)[0]).toMatch(/reaches 0.500 ms never, the line does not rise; slope-below/)
  })

  it('never publishes a central value for streaming', () => {
    const head = lines(evidence, published).find((line) => line.startsWith('BAND3-STREAM'))!
    expect(head).toContain('size 0.080 ms (bounded, not measured: no central value to publish)')
    expect(head).not.toContain('median')
  })

  it.each([
    ['within a limit', interval(140_000, 160_000), 1],
    ['that ends at a limit', interval(150_000, 160_000), 0],
    ['that starts at a limit', interval(940_000, 950_000), 0],
    ['over both limits', interval(100_000, 1_000_000), 2],
    ['without a lower end', interval(null, 160_000), 0],
    ['without an upper end', interval(140_000, null), 0],
  ])('tells a reader of an interval %s, and lets the median decide', (_where, one, times) => {
    const text = lines(withInterval(evidence, { acrossRepetitionsT: { ...one, resampled: 'acrossRepetitions' } }), published)
    expect(text.filter((line) => line.includes('STRADDLES: the acrossRepetitions interval'))).toHaveLength(times)
    expect(text.at(-2)).toBe('VERDICT VALID')
  })

  it('looks for a straddle in every interval there is, and in those of its own shift only', () => {
    const all = withInterval(evidence, { withinCells: interval(140_000, 160_000), acrossRepetitionsT: interval(140_000, 160_000), acrossRepetitionsDistributionFree: interval(140_000, 160_000) })
    expect(lines(all, published).filter((line) => line.includes('STRADDLES'))).toHaveLength(3)
    const others = { ...evidence, shifts: evidence.shifts.map((shift) => (shift.kind === 'paired' && shift.treatment === 'enforce' && shift.payloadBytes === 4096 && shift.q === 0.5 ? shift : { ...shift, withinCells: interval(140_000, 160_000) })) }
    expect(lines(others, published).some((line) => line.includes('STRADDLES'))).toBe(false)
  })

  it('says that the profile expects another subject', () => {
    expect(lines({ ...smoke, run: { ...smoke.run, subject: 'nginx' } }, provisional)[3]).toBe('SUBJECT DIFFERS the profile expects what refgateway costs, this run measured nginx')
    expect(lines(smoke, provisional).some((line) => line.startsWith('SUBJECT DIFFERS'))).toBe(false)
  })

  it('warns that a verdict under another profile is not retroactive', () => {
    expect(lines({ ...smoke, run: { ...smoke.run, profile: 'mine' } }, provisional)[3]).toBe('PROFILE DIFFERS the run was made under profile mine: a verdict is not retroactive')
    expect(lines(smoke, provisional)[2]).toMatch(/^PROFILE provisional PROVISIONAL: .*; frozen cut: /)
    expect(lines(evidence, published)[1]).toMatch(/^PROFILE published: /)
  })

  it('reads the same for the same analysis', () => {
    expect(verdictText(evaluate(structuredClone(evidence), published))).toBe(verdictText(evaluate(evidence, published)))
  })
})

function quick(plant: () => Analysis): Analysis | null {
  try {
    return plant()
  } catch {
    return null
  }
}

/** Runs that, between them, print every kind of line there is. */
function everyRun(): readonly (readonly [Analysis, Profile])[] {
  const runs: (readonly [Analysis, Profile])[] = []
  for (const mode of ['smoke', 'quick', 'evidence'] as const) {
    for (const profile of [provisional, published]) runs.push([syntheticRun(profile, mode), profile], [syntheticRun(profile, mode), bareProfile(profile)])
  }
  for (const { plant } of plantedFaults) {
    runs.push([plant(evidence), published], [plant(syntheticRun(provisional, 'evidence')), provisional])
    // Some faults name a repetition that only an evidence run has.
    const planted = quick(() => plant(syntheticRun(provisional, 'quick')))
    if (planted !== null) runs.push([planted, provisional], [{ ...planted, run: smoke.run }, provisional])
  }
  const contended = (cell: Analysis['cells'][number]): Analysis['cells'][number] => ({ ...cell, contended: true })
  return [
    ...runs,
    [withInterval(evidence, { withinCells: interval(140_000, 160_000) }), published],
    [editCells(evidence, { name: 'enforce-nonstream-4096-r2' }, counts({ warmupDropped: 3 })), published],
    [editCells(evidence, { name: 'direct-payload-4096' }, tail(2_600_000)), published],
    [editCells(evidence, { canary: 'open' }, contended), published],
    [editCells(evidence, { arm: 'enforce', stream: true, repetition: 1 }, contended), published],
    [editCells(evidence, { arm: 'enforce', payloadBytes: 150, repetition: 1 }, slower(5_000_000)), published],
    [editCells(smoke, { arm: 'controlb' }, slower(3_000_000)), provisional],
    [editCells(smoke, { name: 'enforce-nonstream-4096-r1' }, contended), provisional],
    [busyReadings(smoke, [3, 4]), provisional],
    [{ ...smoke, readings: smoke.readings.map((one) => ({ ...one, idlePercent: null, idleUnsupported: true as const })) }, provisional],
    [syntheticRun(published, 'smoke'), provisional],
    [{ ...smoke, run: { ...smoke.run, profile: 'mine', subject: 'nginx' } }, provisional],
  ]
}

describe('the triage page', () => {
  const page = readFileSync(new URL('../../../docs/methodology/triage.md', import.meta.url), 'utf8')
  const listed = new Set([...page.split('\n## Beside bands.txt\n')[0]!.matchAll(/^\| `([^`]+)` \|/gm)].map(([, kind]) => kind!))
  const everyLine = everyRun().flatMap(([run, profile]) => verdictLines(evaluate(run, profile)))
  const printed = new Set(everyLine.map(({ kind }) => kind))

  it('has an entry for every line that can be printed', () => {
    expect([...printed].filter((kind) => !listed.has(kind))).toEqual([])
  })

  it('has an entry for every finding the source can make', () => {
    const source = readdirSync(new URL('../src', import.meta.url), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
      .join('\n')
    const codes = new Set([...source.matchAll(/code: '([a-z0-9-]+)'/g)].map(([, code]) => code!))
    codes.delete('custom')
    expect(codes.size).toBeGreaterThan(30)
    expect([...codes].filter((code) => !listed.has(`REASON ${code}`) && !listed.has(`NOTE ${code}`))).toEqual([])
  })

  it('has no entry for a line that is never printed', () => {
    expect([...listed].filter((kind) => !printed.has(kind))).toEqual([])
  })

  it('finds a line by the words it starts with', () => {
    expect(everyLine.filter(({ kind, text }) => !text.trimStart().startsWith(kind))).toEqual([])
  })
})
