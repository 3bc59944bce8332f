import type { Analysis, Shift } from '@lat/rows'
import type { Evaluation } from '@lat/bands'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { allTables, tables } from '../src/index.js'
import type { JudgedRun } from '../src/index.js'
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

  it('says of a shift whose every repetition was contended that it was contended', () => {
    const busy = { ...withShift(smoke, (shift) => shift.kind === 'paired', { shiftNs: null, perRepetition: [], withinCells: null, flags: ['every-repetition-contended'] }), cells: smoke.cells.map((cell) => ({ ...cell, contended: true })) }
    expect(section(tables(busy), 'Enforcement: ')).toMatch(/4096 B .* P50 +contended .* every repetition contended$/m)
    expect(tables(busy)).toMatch(/4096 B +150 +375 +enforce +1 contended +duration/)
    expect(tables({ ...smoke, cells: smoke.cells.map((cell) => ({ ...cell, contended: cell.canary === 'open' })) })).toMatch(/direct +1 \(\+1 contended\) +duration/)
  })

  it('shows where the curve crosses its budgets as the evaluation derived it', () => {
    const crossings = [{ targetNs: 500_000, derivation: 'slope-below', fromBytes: 150, toBytes: 4096, nsPerByte: 111.2, crossingBytes: 4113.6, inside: false }, { targetNs: 1_000_000, derivation: 'slope-above', fromBytes: 4096, toBytes: 32768, nsPerByte: -1, crossingBytes: null, inside: false }]
    expect(section(tables(evidence, { verdict: 'VALID', crossings }), 'Where the enforcement curve')).toMatch(/4096 B +500 +149,997 \/ 149,997 +500 us +4,114 B +111\.2 +150 B \.\. 4096 B +slope below +extrapolated\n *32768 B .* never /)
    expect(tables(evidence)).not.toContain('Where the enforcement curve')
  })

  it('shows the slots each cell needed where an evaluation says so', () => {
    expect(tables(evidence, { verdict: 'VALID', cost: [{ cell: 'enforce-nonstream-4096-r1', slotsNeeded: 0.61, headroom: 65.6 }] })).toMatch(/0\.61 +65\.6 +enforce-nonstream-4096-r1$/m)
  })

  it('says of an arm faster than direct that the set-up needs a look, and of a 41 ms plateau what it usually is', () => {
    const direct = ({ kind, treatment, payloadBytes, series, q }: Shift) => kind === 'group' && treatment === 'passthrough' && payloadBytes === 4096 && series === 'duration' && q === 0.5
    const first = smoke.shifts.find(direct)!
    expect(tables(withShift(smoke, direct, { shiftNs: -9_000, withinCells: { ...first.withinCells!, lowNs: -12_000, highNs: -4_000 } }))).toMatch(/-0\.009 .* faster than direct: check the setup$/m)
    expect(tables(withShift(smoke, direct, { shiftNs: 41_000_000 }))).toContain('delayed acknowledgement')
    expect(tables(smoke)).not.toMatch(/delayed acknowledgement|faster than direct/)
  })

  it('ends with the verdict', () => {
    expect(tables(smoke, { verdict: 'SMOKE OK' })).toMatch(/\n\nSMOKE OK\n$/)
    expect(tables(smoke, { verdict: 'OK', verdictLine: 'SMOKE OK' })).toMatch(/\n\nSMOKE OK\n$/)
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

it('an evaluation of @lat/bands is a judged run', () => {
  expectTypeOf<Evaluation>().toExtend<JudgedRun>()
})
