import type { Row } from '@lat/rows'
import { cellName } from '@lat/rows'
import type { CellParts } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import type { MeasuredCell } from '../src/analyse/measured-cell.js'
import { groupsOf } from '../src/analyse/measured-cell.js'
import { sampleCell } from '../src/analyse/sample-cell.js'
import { matchedShift, shiftsOf } from '../src/analyse/shifts.js'
import { row } from './sample-rows.js'

/** A cell of 40 rows around `durationNs`, one microsecond apart. */
function cell(parts: Partial<CellParts> & Pick<CellParts, 'arm'>, durationNs: number, contended = false): MeasuredCell {
  const whole: CellParts = { payloadBytes: 4096, stream: false, repetition: 1, canary: null, ...parts }
  const rows: Row[] = Array.from({ length: 41 }, (_, index) => row(index, durationNs + (index - 20) * 1000))
  const summary = { name: cellName(whole), contended, spec: { arm: whole.arm, payloadBytes: whole.payloadBytes, stream: whole.stream, ratePerSecond: 100 } }
  return { summary: summary as unknown as MeasuredCell['summary'], sample: sampleCell(rows), rowsSha256: '' }
}

const comparison = { run: 'run', treatment: 'enforce', baseline: 'passthrough', series: 'duration', q: 0.5 } as const
const passthrough = [1, 2, 3].map((repetition) => cell({ arm: 'passthrough', repetition }, 700_000 + repetition * 50_000))
const enforce = [1, 2, 3].map((repetition) => cell({ arm: 'enforce', repetition }, 1_200_000 + repetition * 50_000 + (repetition === 3 ? 10_000 : 0)))

describe('matchedShift', () => {
  it('subtracts inside each repetition first, so that drift between repetitions cancels', () => {
    const shift = matchedShift(comparison, enforce, passthrough)
    expect(shift).toMatchObject({ kind: 'paired', shiftNs: 500_000, spreadNs: 10_000 })
    expect(shift.perRepetition.map(({ deltaNs }) => deltaNs)).toEqual([500_000, 500_000, 510_000])
  })

  it('leaves a pair out when either of its arms was contended, and lists it', () => {
    const busy = [passthrough[0]!, cell({ arm: 'passthrough', repetition: 2 }, 100_000, true), passthrough[2]!]
    const shift = matchedShift(comparison, enforce, busy)
    expect(shift.shiftNs).toBe(505_000)
    expect(shift.perRepetition.map(({ repetition, contended }) => [repetition, contended])).toEqual([[1, false], [2, true], [3, false]])
  })

  it('has no number when every repetition was contended, and still lists what each read', () => {
    const shift = matchedShift(comparison, enforce, passthrough.map((each) => ({ ...each, summary: { ...each.summary, contended: true } })))
    expect(shift).toMatchObject({ shiftNs: null, flags: ['every-repetition-contended'] })
    expect(shift.perRepetition).toHaveLength(3)
  })

  it('leaves a tail that the rows cannot resolve without a number', () => {
    expect(matchedShift({ ...comparison, q: 0.99 }, enforce, passthrough)).toMatchObject({ shiftNs: null, flags: ['unresolved-tail'] })
  })

  it('names both intervals, the distribution-free one with its true level', () => {
    const five = (arm: 'enforce' | 'passthrough', base: number) => [1, 2, 3, 4, 5].map((repetition) => cell({ arm, repetition }, base + repetition * 1000))
    const shift = matchedShift(comparison, five('enforce', 1_200_000), five('passthrough', 700_000))
    expect(shift.withinCells).toMatchObject({ resampled: 'withinCells', method: 'percentile-bootstrap-exact', level: 0.95 })
    expect(shift.acrossRepetitionsDistributionFree).toMatchObject({ resampled: 'acrossRepetitions', level: 0.9375 })
    expect(shift.acrossRepetitionsT).toMatchObject({ resampled: 'acrossRepetitions', level: 0.95 })
  })
})

describe('shiftsOf', () => {
  it('compares each arm with direct at its own size only, and enforce with passthrough in pairs', () => {
    const direct = cell({ arm: 'direct', repetition: null }, 300_000)
    const shifts = shiftsOf('run', groupsOf([direct, passthrough[0]!, enforce[0]!])).filter(({ q, series }) => q === 0.5 && series === 'duration')
    expect(shifts.map(({ kind, treatment, baseline, shiftNs }) => [kind, treatment, baseline, shiftNs])).toEqual([
      ['group', 'passthrough', 'direct', 450_000],
      ['group', 'enforce', 'direct', 950_000],
      ['paired', 'enforce', 'passthrough', 500_000],
    ])
  })
})
