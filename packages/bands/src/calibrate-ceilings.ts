import { noCut } from './errors.js'

/** Group medians of one frozen, named set of readings, in ns. */
export interface CalibrationCut {
  readonly name: string
  readonly medianNs: Readonly<Record<string, number>>
}

export interface CeilingRule {
  /** Group whose ceiling is given, and which fixes the multiplier all groups share. */
  readonly anchor: string
  readonly anchorCeilingNs: number
  /** Ceilings are whole multiples of this. */
  readonly stepNs: number
}

export interface CalibratedCeiling {
  readonly group: string
  readonly ceilingNs: number
  /** The products fall into different bins across the cuts: the lowest was taken. */
  readonly straddlesBins: boolean
  readonly perCut: readonly { readonly cut: string; readonly productNs: number; readonly binNs: number }[]
}

/** Largest multiple of the step that is not above the product; a whole quotient is not lost to rounding. */
function bin(medianNs: number, anchorNs: number, { anchorCeilingNs, stepNs }: CeilingRule): number {
  const scaled = medianNs * anchorCeilingNs
  return Math.floor(scaled / (anchorNs * stepNs)) * stepNs
}

/**
 * The rule of BAND1: ceiling of a group = its own median times one multiplier that all groups share,
 * rounded down to a step. The multiplier is what makes the anchor group's ceiling. Where the product
 * changes its bin between cuts of the readings, the lowest bin is taken.
 *
 * @throws {BandsInputError} without a cut, or when a cut lacks a group the first one has
 * @example
 * const cut = { name: 'first', medianNs: { small: 288_000, large: 481_000 } }
 * calibrateCeilings([cut], { anchor: 'small', anchorCeilingNs: 1_000_000, stepNs: 500_000 })[1].ceilingNs // 1500000
 */
export function calibrateCeilings(cuts: readonly CalibrationCut[], rule: CeilingRule): readonly CalibratedCeiling[] {
  const first = cuts[0]
  if (first === undefined) throw noCut('no cut of readings was given')
  const medianOf = ({ name, medianNs }: CalibrationCut, group: string): number => {
    const value = medianNs[group]
    if (value === undefined || value <= 0) throw noCut(`cut "${name}" has no median for group "${group}"`)
    return value
  }
  return Object.keys(first.medianNs).map((group) => {
    const perCut = cuts.map((cut) => {
      const median = medianOf(cut, group)
      const anchor = medianOf(cut, rule.anchor)
      return { cut: cut.name, productNs: (median * rule.anchorCeilingNs) / anchor, binNs: bin(median, anchor, rule) }
    })
    const bins = perCut.map(({ binNs }) => binNs)
    const ceilingNs = Math.min(...bins)
    return { group, ceilingNs, straddlesBins: Math.max(...bins) > ceilingNs, perCut }
  })
}
