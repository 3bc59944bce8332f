/** One measured point of the enforcement curve. */
export interface CurvePoint {
  readonly payloadBytes: number
  readonly deltaNs: number
}

export interface Crossing {
  readonly derivation: 'slope to the point' | 'whole delta over its bytes' | 'slope after the point'
  /** The measured point the derivation starts from. */
  readonly fromBytes: number
  readonly nsPerByte: number
  /** Prompt size at which the curve reaches the threshold; `null` when a curve this flat never does. */
  readonly crossingBytes: number | null
  /** The crossing lies between the two measured points whose slope was used. */
  readonly interpolated: boolean
}

/**
 * Where the enforcement curve crosses a threshold, by three derivations from the measured point nearest to it:
 * the slope of the segment before that point, its whole delta over its bytes, the slope of the segment after it.
 *
 * Three answers that agree say the crossing hardly depends on the model; three that differ say nobody measured it.
 */
export function crossings(points: readonly CurvePoint[], thresholdNs: number): readonly Crossing[] {
  const sorted = [...points].sort((a, b) => a.payloadBytes - b.payloadBytes)
  const distances = sorted.map(({ deltaNs }) => Math.abs(deltaNs - thresholdNs))
  const at = distances.indexOf(Math.min(...distances))
  const point = sorted[at]
  if (point === undefined) return []

  const before = sorted[at - 1]
  const after = sorted[at + 1]
  const origin = { payloadBytes: 0, deltaNs: 0 }
  return [
    ...(before ? [derive('slope to the point', point, before, thresholdNs)] : []),
    derive('whole delta over its bytes', point, origin, thresholdNs),
    ...(after ? [derive('slope after the point', point, after, thresholdNs)] : []),
  ]
}

function derive(derivation: Crossing['derivation'], point: CurvePoint, other: CurvePoint, thresholdNs: number): Crossing {
  const nsPerByte = (point.deltaNs - other.deltaNs) / (point.payloadBytes - other.payloadBytes)
  const crossingBytes = nsPerByte > 0 ? point.payloadBytes + (thresholdNs - point.deltaNs) / nsPerByte : null
  const [low, high] = [Math.min(point.payloadBytes, other.payloadBytes), Math.max(point.payloadBytes, other.payloadBytes)]
  return { derivation, fromBytes: point.payloadBytes, nsPerByte, crossingBytes, interpolated: crossingBytes !== null && crossingBytes >= low && crossingBytes <= high }
}
