import type { Analysis } from '@lat/rows'
import { pairedReading } from './paired-reading.js'

/** Which measured line the prompt size was read off. */
export type CrossingDerivation =
  /** Slope from the next smaller measured size up to the anchor. */
  | 'slope-below'
  /** The whole delta at the anchor over its bytes: a line through the origin. */
  | 'whole-delta'
  /** Slope from the anchor up to the next larger measured size. */
  | 'slope-above'

export interface Crossing {
  /** The enforcement cost that is crossed. */
  readonly targetNs: number
  readonly derivation: CrossingDerivation
  readonly fromBytes: number
  readonly toBytes: number
  /** Arrival rate at the anchor. */
  readonly ratePerSecond: number
  readonly nsPerByte: number
  /** Prompt size at which the line reaches the target; `null` for a line that does not rise. */
  readonly crossingBytes: number | null
  /** The crossing lies on the measured part of its line. */
  readonly inside: boolean
}

export interface CrossingOptions {
  /** Measured prompt size that every derivation passes through. */
  readonly anchorBytes?: number
  readonly targetsNs?: readonly number[]
}

interface Point {
  readonly bytes: number
  readonly ratePerSecond: number
  readonly deltaNs: number
}

/** Median paired enforce minus passthrough P50 at each measured size, smallest first. */
function points(analysis: Analysis): readonly Point[] {
  const sizes = new Set(analysis.cells.map(({ payloadBytes }) => payloadBytes))
  return [...sizes]
    .sort((a, b) => a - b)
    .flatMap((bytes) => {
      const { medianNs, ratePerSecond } = pairedReading(analysis, { baseline: 'passthrough', treatment: 'enforce', payloadBytes: bytes, stream: false }, 'p50Ns', 1)
      return medianNs === null || ratePerSecond === null ? [] : [{ bytes, ratePerSecond, deltaNs: medianNs }]
    })
}

function derive(derivation: CrossingDerivation, from: Point, to: Point, anchor: Point, targetNs: number): Crossing {
  const nsPerByte = (to.deltaNs - from.deltaNs) / (to.bytes - from.bytes)
  const crossingBytes = nsPerByte > 0 ? anchor.bytes + (targetNs - anchor.deltaNs) / nsPerByte : null
  const inside = crossingBytes !== null && from.bytes <= crossingBytes && crossingBytes <= to.bytes
  return { targetNs, derivation, fromBytes: from.bytes, toBytes: to.bytes, ratePerSecond: anchor.ratePerSecond, nsPerByte, crossingBytes, inside }
}

/**
 * Prompt size at which enforcement crosses a budget, by up to three linear derivations through one
 * measured size: that they agree says more than any one of them.
 *
 * @param options anchor 4096 B, budgets 500 us and 1 ms unless told
 * @returns nothing when the anchor was not measured
 */
export function crossings(analysis: Analysis, { anchorBytes = 4096, targetsNs = [500_000, 1_000_000] }: CrossingOptions = {}): readonly Crossing[] {
  const measured = points(analysis)
  const at = measured.findIndex(({ bytes }) => bytes === anchorBytes)
  const anchor = measured[at]
  if (anchor === undefined) return []
  const below = measured[at - 1]
  const above = measured[at + 1]
  return targetsNs.flatMap((targetNs) => [
    ...(below === undefined ? [] : [derive('slope-below', below, anchor, anchor, targetNs)]),
    derive('whole-delta', { ...anchor, bytes: 0, deltaNs: 0 }, anchor, anchor, targetNs),
    ...(above === undefined ? [] : [derive('slope-above', anchor, above, anchor, targetNs)]),
  ])
}
