import type { AnalysedCell, Analysis } from '@lat/rows'
import type { BandBase, Finding } from '../band-result.js'
import { groupText } from '../cell-text.js'
import { minimumCount } from '../minimum-count.js'
import type { Profile } from '../profile.js'

interface RateCell {
  readonly name: string
  readonly demanded: number
  /** Requests answered well, the only ones that count as served. */
  readonly completed: number
  readonly minimum: number
  readonly ratePerSecond: number
  readonly achievedRatePerSecond: number
}

export interface RateBand extends BandBase {
  readonly id: 'RATE'
  readonly minimumBasisPoints: number
  readonly cells: readonly RateCell[]
}

function reasonsFor(cell: AnalysedCell, minimum: number): readonly Finding[] {
  const { name, ratePerSecond, steadySeconds, counts } = cell
  const reasons: Finding[] = []
  if (Math.abs(counts.demanded - ratePerSecond * steadySeconds) >= 1) {
    reasons.push({ code: 'demand-differs', text: `${name} states a demand of ${counts.demanded}, but ${ratePerSecond} rps over ${steadySeconds} s is ${ratePerSecond * steadySeconds}` })
  }
  if (counts.ok < minimum) {
    // Answered badly is not queued: without its failures the cell would have been served.
    const why = counts.ok + counts.failed < minimum ? 'Its latency is queue residence, not service time' : `${counts.failed} requests failed: INTEGRITY says with what`
    reasons.push({ code: 'under-served', text: `${name} completed ${counts.ok} of ${counts.demanded} demanded, ${minimum} needed; achieved ${cell.achievedRatePerSecond.toFixed(2)} of ${ratePerSecond} rps. ${why}` })
  }
  return reasons
}

function rateNotes(cells: readonly AnalysedCell[], { rates, name }: Profile): readonly Finding[] {
  const groups = new Map(cells.map((cell) => [`${groupText(cell)} ${cell.ratePerSecond}`, cell]))
  return [...groups.values()].flatMap((cell) => {
    const expected = (cell.stream ? rates.stream : rates.nonstream)[cell.payloadBytes]
    if (expected === cell.ratePerSecond) return []
    const text = expected === undefined ? `has no rate for ${groupText(cell)}` : `demands ${expected} rps at ${groupText(cell)}`
    return [{ code: 'rate-not-of-profile', text: `profile ${name} ${text}, this run demanded ${cell.ratePerSecond}: its thresholds belong to another operating point` }]
  })
}

/** Whether every cell was served the arrivals it demanded: an over-demanded cell measures its own queue. */
export function judgeRate(analysis: Pick<Analysis, 'cells'>, profile: Profile): RateBand {
  const minimumBasisPoints = profile.tolerances.completed.basisPoints
  const cells = analysis.cells.map((cell) => ({
    name: cell.name,
    demanded: cell.counts.demanded,
    completed: cell.counts.ok,
    minimum: minimumCount(cell.counts.demanded, minimumBasisPoints),
    ratePerSecond: cell.ratePerSecond,
    achievedRatePerSecond: cell.achievedRatePerSecond,
  }))
  const shared = { id: 'RATE', role: 'instrument', minimumBasisPoints, cells, notes: rateNotes(analysis.cells, profile) } as const
  if (cells.length === 0) return { ...shared, status: 'unevaluable', reasons: [{ code: 'no-cells', text: 'the run has no cells' }] }
  const reasons = analysis.cells.flatMap((cell, index) => reasonsFor(cell, cells[index]!.minimum))
  return { ...shared, status: reasons.length > 0 ? 'violated' : 'pass', reasons }
}
