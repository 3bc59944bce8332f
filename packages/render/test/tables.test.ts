import type { Analysis, Shift } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { allTables, tables } from '../src/index.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const smoke = syntheticAnalysis({ mode: 'smoke' })
const evidence = syntheticAnalysis({ mode: 'evidence' })

function withShift(analysis: Analysis, which: (shift: Shift) => boolean, change: Partial<Shift>): Analysis {
  return { ...analysis, shifts: analysis.shifts.map((shift) => (which(shift) ? { ...shift, ...change } : shift)) }
}

const enforcementAt4096 = ({ kind, treatment, payloadBytes, series, q }: Shift) => kind === 'paired' && treatment === 'enforce' && payloadBytes === 4096 && series === 'duration' && q === 0.5
const section = (text: string, title: string) => text.slice(text.indexOf(title)).split('\n\n').slice(0, 3).join('\n\n')

describe('tables', () => {
  it('prints both arms beside every shift, each interval under the name of what it resampled', () => {
    const text = tables(evidence)
    expect(text).toContain('Absolute latency by cell group, ms')
    expect(text).toMatch(/shift +withinCells +acrossRepetitions, t +acrossRepetitions, distribution-free/)
    expect(section(text, 'Enforcement: ')).toMatch(/4096 B +500 .* P50 +\+\d+ .*\[\+\d+, \+\d+\] 95% +mean \+\d+ \[\+\d+, \+\d+\] 95% +\[\+\d+, \+\d+\] 93\.75% +r1 \+\d+, r2 /)
  })

  it('says ESTIMATE in every title of a smoke run and in none of an evidence run', () => {
    const titles = allTables(smoke, { detail: 'full' }).map(({ name }) => name)
    expect(tables(smoke).match(/^ESTIMATE: /gm)).toHaveLength(titles.length)
    expect(tables(evidence)).not.toContain('ESTIMATE')
  })

  it('says ONE REPETITION and that the spread is not resolvable', () => {
    expect(section(tables(smoke), 'Enforcement: ')).toMatch(/4096 B .* not resolvable .* none +none +r1 \+\d+ +ONE REPETITION$/m)
    expect(tables(smoke)).not.toMatch(/spread +0/)
  })

  it('prints a tail that too few rows resolve as unresolved', () => {
    expect(tables(smoke)).toMatch(/4096 B +150 +375 +enforce +1 +duration .* unresolved$/m)
    expect(tables(evidence)).toMatch(/4096 B +500 +149,997 +enforce +5 +duration( +\d+\.\d{3}){4}$/m)
  })

  it('says that the delta is not the difference of the columns beside it', () => {
    expect(tables(smoke)).toContain('The paired delta is not the difference of the two columns')
  })

  it('prints words, no number, for an arm without a successful request', () => {
    const none = { p50Ns: null, p90Ns: null, p99Ns: null, p999Ns: null }
    const failing: Analysis = {
      ...withShift(smoke, (shift) => shift.treatment === 'enforce', { shiftNs: null, treatmentNs: null, perRepetition: [], withinCells: null }),
      cells: smoke.cells.map((cell) =>
        cell.arm === 'enforce' ? { ...cell, counts: { ...cell.counts, ok: 0, failed: cell.counts.rows }, failures: { 'status-500': cell.counts.rows }, duration: none, waiting: none, response: none } : cell,
      ),
    }
    const text = tables(failing)
    expect(text).toMatch(/150 B +300 +0 +enforce +1 +no successful samples$/m)
    expect(section(text, 'Enforcement: ')).toMatch(/4096 B +150 +0 \/ 375 +P50 +no successful samples/)
    expect(text).toMatch(/enforce-nonstream-150-r1 +no successful samples; status-500 750$/m)
    expect(text).not.toMatch(/NaN|Infinity|undefined|null/)
  })

  it('lists a contended repetition and says it was left out', () => {
    const first = evidence.shifts.find(enforcementAt4096)!
    const contended = withShift(evidence, enforcementAt4096, { perRepetition: first.perRepetition.map((each) => (each.repetition === 3 ? { ...each, contended: true } : each)) })
    expect(tables(contended)).toMatch(/r3 \+\d+ \(contended, left out\)/)
  })

  it('ends with the verdict', () => {
    expect(tables(smoke, { verdict: 'SMOKE OK' })).toMatch(/\n\nSMOKE OK\n$/)
  })

  it('leaves no space at the end of a line, in text and in markdown', () => {
    for (const as of ['text', 'markdown'] as const) expect(tables(evidence, { verdict: 'VERDICT VALID' }, { as })).not.toMatch(/[ \t]$/m)
  })

  it('gives one text whatever the order of cells and shifts', () => {
    const shuffled: Analysis = { ...evidence, cells: [...evidence.cells].reverse(), shifts: [...evidence.shifts].reverse(), curves: [...evidence.curves].reverse() }
    expect(tables(shuffled)).toBe(tables(evidence))
  })

  it.each([
    ['a shift at another rate than its cells', withShift(smoke, enforcementAt4096, { ratePerSecond: 300 }), /enforce - passthrough at 4096 B .*300 and 150 requests per second/],
    ['a shift at a payload one arm never ran', withShift(smoke, enforcementAt4096, { payloadBytes: 32768 }), /enforce has no cell at this payload/],
    ['a group that mixes rates', { ...smoke, cells: smoke.cells.map((cell) => (cell.canary === 'close' ? { ...cell, ratePerSecond: 100 } : cell)) }, /group direct 150 B .*300 and 100/],
  ])('refuses %s', (_, analysis, message) => {
    expect(() => tables(analysis)).toThrow(message)
    expect(() => tables(analysis)).toThrow(expect.objectContaining({ code: 'LAT_RND_UNEQUAL_CELLS' }))
  })

  it('refuses a reversed interval', () => {
    const first = smoke.shifts.find(enforcementAt4096)!
    expect(() => tables(withShift(smoke, enforcementAt4096, { withinCells: { ...first.withinCells!, lowNs: 502, highNs: 495 } }))).toThrow(/502 ns down to 495 ns/)
  })

  it('refuses a run without cells', () => {
    expect(() => tables({ ...smoke, cells: [], shifts: [] })).toThrow(expect.objectContaining({ code: 'LAT_RND_NO_ROWS' }))
  })
})
