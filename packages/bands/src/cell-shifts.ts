import { pairedMedian, quantileOfSorted } from '@lat/estimators'
import type { AnalysedCell, Arm, QuantileSet, Shift } from '@lat/rows'

const quantiles: readonly { readonly key: keyof QuantileSet; readonly q: number }[] = [
  { key: 'p50Ns', q: 0.5 },
  { key: 'p90Ns', q: 0.9 },
  { key: 'p99Ns', q: 0.99 },
  { key: 'p999Ns', q: 0.999 },
]
const treatments: readonly Arm[] = ['passthrough', 'enforce', 'controla', 'controlb']
const pairings: readonly { readonly baseline: Arm; readonly treatment: Arm }[] = [
  { baseline: 'passthrough', treatment: 'enforce' },
  { baseline: 'controla', treatment: 'controlb' },
]

function sizesOf(cells: readonly AnalysedCell[]): readonly Pick<AnalysedCell, 'payloadBytes' | 'stream'>[] {
  const sizes = new Map(cells.map(({ payloadBytes, stream }) => [`${payloadBytes} ${stream}`, { payloadBytes, stream }]))
  return [...sizes.values()].sort((a, b) => Number(a.stream) - Number(b.stream) || a.payloadBytes - b.payloadBytes)
}

function medianOf(values: readonly number[]): number {
  return quantileOfSorted([...values].sort((a, b) => a - b), 0.5)
}

/** Median across the cells of a group; `null` for no cells, or when one of them does not resolve the quantile. */
function groupNs(group: readonly AnalysedCell[], key: keyof QuantileSet): number | null {
  const values = group.flatMap(({ duration }) => duration[key] ?? [])
  return values.length === 0 || values.length < group.length ? null : medianOf(values)
}

type Frame = Omit<Shift, 'kind' | 'shiftNs' | 'treatmentNs' | 'baselineNs' | 'perRepetition' | 'spreadNs' | 'flags'>

function groupShift(frame: Frame, treatment: readonly AnalysedCell[], baseline: readonly AnalysedCell[], key: keyof QuantileSet): Shift {
  const rates = new Set([...treatment, ...baseline].map(({ ratePerSecond }) => ratePerSecond))
  if (rates.size > 1) return { ...frame, kind: 'group', shiftNs: null, treatmentNs: null, baselineNs: null, perRepetition: [], spreadNs: null, flags: ['rates-differ'] }
  const treatmentNs = groupNs(treatment, key)
  const baselineNs = groupNs(baseline, key)
  const shiftNs = treatmentNs === null || baselineNs === null ? null : treatmentNs - baselineNs
  return { ...frame, kind: 'group', shiftNs, treatmentNs, baselineNs, perRepetition: [], spreadNs: null, flags: shiftNs === null ? ['unresolved-tail'] : [] }
}

function pairedShift(frame: Frame, treatment: readonly AnalysedCell[], baseline: readonly AnalysedCell[], key: keyof QuantileSet): Shift {
  const perRepetition = treatment.flatMap((one) => {
    const other = baseline.find(({ repetition }) => repetition === one.repetition)
    const treatmentNs = one.duration[key]
    const baselineNs = other?.duration[key] ?? null
    if (other === undefined || treatmentNs === null || baselineNs === null || one.repetition === null || other.ratePerSecond !== one.ratePerSecond) return []
    return [{ repetition: one.repetition, baselineNs, treatmentNs, deltaNs: treatmentNs - baselineNs, contended: one.contended || other.contended }]
  })
  const clean = perRepetition.filter(({ contended }) => !contended)
  const shared = { ...frame, kind: 'paired', perRepetition } as const
  if (clean.length === 0) return { ...shared, shiftNs: null, treatmentNs: null, baselineNs: null, spreadNs: null, flags: ['too-few-repetitions'] }
  const { delta, spread } = pairedMedian(clean.map(({ repetition, baselineNs, treatmentNs }) => ({ key: `r${repetition}`, baseline: baselineNs, treatment: treatmentNs })))
  const treatmentNs = medianOf(clean.map((one) => one.treatmentNs))
  const baselineNs = medianOf(clean.map((one) => one.baselineNs))
  return { ...shared, shiftNs: delta, treatmentNs, baselineNs, spreadNs: spread, flags: clean.length === 1 ? ['one-repetition'] : [] }
}

/**
 * Point estimates of every shift of `duration`, from per-cell quantiles: each arm against the direct
 * group, and the repetition-matched pairs. Intervals are `null`: they need rows. Contended cells leave
 * the groups and medians, except direct cells, which have no repetition to leave.
 */
export function cellShifts(cells: readonly AnalysedCell[]): readonly Shift[] {
  return sizesOf(cells).flatMap(({ payloadBytes, stream }) => {
    const all = cells.filter((cell) => cell.payloadBytes === payloadBytes && cell.stream === stream)
    const arm = (name: Arm): readonly AnalysedCell[] => all.filter((cell) => cell.arm === name)
    const clean = (name: Arm): readonly AnalysedCell[] => arm(name).filter(({ contended }) => !contended)
    const frame = (treatment: Arm, baseline: Arm, q: number): Frame => ({
      treatment,
      baseline,
      payloadBytes,
      stream,
      ratePerSecond: all[0]!.ratePerSecond,
      series: 'duration',
      q,
      withinCells: null,
      acrossRepetitionsT: null,
      acrossRepetitionsDistributionFree: null,
    })
    const against = treatments.filter((name) => arm(name).length > 0 && arm('direct').length > 0)
    const paired = pairings.filter(({ baseline, treatment }) => arm(baseline).length > 0 && arm(treatment).length > 0)
    return [
      ...against.flatMap((name) => quantiles.map(({ key, q }) => groupShift(frame(name, 'direct', q), clean(name), arm('direct'), key))),
      ...paired.flatMap(({ baseline, treatment }) => quantiles.map(({ key, q }) => pairedShift(frame(treatment, baseline, q), arm(treatment), arm(baseline), key))),
    ]
  })
}
