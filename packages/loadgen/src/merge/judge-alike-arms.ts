import { equivalence, quantileShift, seedKey } from '@lat/estimators'
import type { Generator } from './generator.js'
import { seriesReaders } from './series.js'

/** Two arms that are one and the same target, and the largest shift of P50 that is still nothing. */
export interface AlikeArms {
  readonly arms: readonly [string, string]
  readonly withinNs: number
}

/** The A/A of one generator. */
export interface AlikeArmsJudgement {
  /** P50 of the second arm minus that of the first. */
  readonly shiftNs: number
  /** 90 % interval: requests drawn again inside each arm. */
  readonly intervalNs: { readonly low: number | null; readonly high: number | null } | null
  readonly series: 'duration' | 'service'
  readonly fault: string | null
}

const LEVEL = 0.9

function us(ns: number | null): string {
  return ns === null ? 'open' : `${(ns / 1000).toFixed(1)} us`
}

/** Judges a generator by two arms that must not differ: its interval has to lie within the bound, on both sides. */
export function judgeAlikeArms({ name, rows }: Generator, { arms, withinNs }: AlikeArms): AlikeArmsJudgement | { readonly fault: string } {
  for (const series of ['duration', 'service'] as const) {
    const [first, second] = arms.map((arm) => rows.filter((row) => row.arm === arm && row.outcome === 'ok').map(seriesReaders[series]).filter((value) => value !== null)) as [number[], number[]]
    if (first.length === 0 || second.length === 0) continue
    const { shift, withinCells } = quantileShift(second, first, 0.5, { level: LEVEL, seed: seedKey('merge-a-a', name, ...arms) })
    const intervalNs = withinCells === null ? null : { low: withinCells.low, high: withinCells.high }
    const settled = equivalence(withinCells, { low: -withinNs, high: withinNs })
    const range = intervalNs === null ? 'no interval' : `${us(intervalNs.low)} to ${us(intervalNs.high)}`
    return { shiftNs: shift, intervalNs, series, fault: settled === 'within' ? null : `A/A ${settled}: P50 of ${arms[1]} minus ${arms[0]} is ${us(shift)} (${range}), the bound is ${us(withinNs)}` }
  }
  return { fault: `A/A unresolved: it has no answers of both ${arms[0]} and ${arms[1]}` }
}
