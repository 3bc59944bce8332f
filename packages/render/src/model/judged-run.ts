/** Where a line through measured points of the enforcement curve reaches a cost. */
export interface JudgedCrossing {
  readonly targetNs: number
  /** Such as `slope-below`: which line it is. */
  readonly derivation: string
  readonly fromBytes: number
  readonly toBytes: number
  readonly nsPerByte: number
  /** `null` for a line that does not rise. */
  readonly crossingBytes: number | null
  /** The crossing lies on the measured part of the line. */
  readonly inside: boolean
}

/** Slots a cell needed by Little's law, and how many times over it had them. */
export interface JudgedCost {
  readonly cell: string
  readonly slotsNeeded: number | null
  readonly headroom: number | null
}

/** What render shows of an evaluation; an `Evaluation` of @lat/bands is one. */
export interface JudgedRun {
  readonly verdict: string
  /** The verdict with its mode, such as `SMOKE OK`; printed instead of `verdict` where there is one. */
  readonly verdictLine?: string
  readonly crossings?: readonly JudgedCrossing[]
  readonly cost?: readonly JudgedCost[]
}

/** The line that closes every output. */
export function verdictLine({ verdict, verdictLine: line = verdict }: JudgedRun): string {
  return line
}
