import type { Analysis, Shift } from '@lat/rows'
import { noRows } from '../errors.js'
import { pairedShifts } from '../model/paired-shifts.js'
import { requireComparable } from '../model/require-comparable.js'

/** A resolved paired P50 shift and what this run's micro-benchmark says about its parts. */
export interface EnforcementPoint {
  readonly shift: Shift
  readonly shiftNs: number
  /** Successful requests of the two arms. */
  readonly counts: readonly [enforce: number, passthrough: number]
  readonly inside: readonly { readonly name: string; readonly ns: number }[]
  readonly bothArms: readonly { readonly name: string; readonly ns: number }[]
}

/**
 * The points of the enforcement figure, by prompt size; streaming is left to the tables.
 *
 * @throws {RenderInputError} when the run paired nothing, or pairs cells of unequal rate or payload
 */
export function enforcementData(analysis: Analysis): readonly EnforcementPoint[] {
  const points = pairedShifts(analysis, 'enforcement')
    .filter(({ q, stream }) => q === 0.5 && !stream)
    .flatMap((shift) => {
      const { treatment, baseline } = requireComparable(analysis, shift)
      if (shift.shiftNs === null) return []
      const parts = analysis.microbench.filter(({ payloadBytes }) => payloadBytes === shift.payloadBytes)
      const named = (insideShift: boolean) => parts.filter((part) => part.insideShift === insideShift).map(({ component, medianNs }) => ({ name: component, ns: medianNs }))
      return [{ shift, shiftNs: shift.shiftNs, counts: [treatment.okCount, baseline.okCount] as const, inside: named(true), bothArms: named(false) }]
    })
    .sort((a, b) => a.shift.payloadBytes - b.shift.payloadBytes)
  if (points.length === 0) throw noRows('The enforcement figure')
  return points
}
