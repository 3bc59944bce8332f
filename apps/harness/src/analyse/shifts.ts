import type { AcrossRepetitions, Interval } from '@lat/estimators'
import { acrossRepetitions, groupQuantileShift, minimumSamples, pairedShift, seedKey } from '@lat/estimators'
import type { AnalysisInterval, Arm, Series, Shift } from '@lat/rows'
import { parseCellName } from '@lat/rows'
import type { MeasuredCell } from './measured-cell.js'

const level = 0.95
const quantiles = [0.5, 0.9, 0.99, 0.999]
const publishedSeries: readonly Series[] = ['duration', 'waiting']

function stored(interval: Interval | null): AnalysisInterval | null {
  if (interval === null) return null
  return {
    lowNs: interval.low,
    highNs: interval.high,
    level: interval.level,
    method: interval.method,
    resampled: interval.resampled === 'withinCells' ? 'withinCells' : 'acrossRepetitions',
    centreNs: interval.centre,
  }
}

const resolves = (cells: readonly MeasuredCell[], series: Series, q: number) => cells.every(({ sample }) => sample[series].length >= (q === 0.5 ? 1 : minimumSamples(q, level)))
const kebab = (flags: readonly string[]) => [...new Set(flags)]

interface Comparison {
  readonly run: string
  readonly treatment: Arm
  readonly baseline: Arm
  readonly series: Series
  readonly q: number
}

function heading({ treatment, baseline, series, q }: Comparison, { summary: { spec } }: MeasuredCell) {
  return { treatment, baseline, payloadBytes: spec.payloadBytes, stream: spec.stream, ratePerSecond: spec.ratePerSecond, series, q }
}

const nothing = { shiftNs: null, treatmentNs: null, baselineNs: null, perRepetition: [], spreadNs: null, withinCells: null, acrossRepetitionsT: null, acrossRepetitionsDistributionFree: null }

/** Q(treatment group) - Q(direct group); both are medians across their cells. Contended cells leave the treatment. */
export function groupShift(comparison: Comparison, treatment: readonly MeasuredCell[], baseline: readonly MeasuredCell[]): Shift {
  const { run, series, q } = comparison
  const first = { kind: 'group' as const, ...heading(comparison, treatment[0]!) }
  const kept = treatment.filter(({ summary }) => !summary.contended)
  if (kept.length === 0) return { ...first, ...nothing, flags: ['every-repetition-contended'] }
  if (!resolves([...kept, ...baseline], series, q)) return { ...first, ...nothing, flags: ['unresolved-tail'] }
  const samples = (cells: readonly MeasuredCell[]) => cells.map(({ sample }) => sample[series])
  const seed = seedKey(run, 'group', `${comparison.treatment}-${comparison.baseline}`, treatment[0]!.summary.spec.payloadBytes, String(treatment[0]!.summary.spec.stream), series, q)
  const shift = groupQuantileShift(samples(kept), samples(baseline), q, { level, seed })
  // The baseline group has no repetitions of its own, so it stands as one number here; the interval is the treatment's.
  const deltas = kept.map(({ sample }) => groupQuantileShift([sample[series]], samples(baseline), q, { level, seed }).shift)
  const repeated = acrossRepetitions(deltas, level)
  return {
    ...first,
    shiftNs: shift.shift,
    treatmentNs: shift.treatment,
    baselineNs: shift.baseline,
    perRepetition: [],
    spreadNs: deltas.length > 1 ? Math.max(...deltas) - Math.min(...deltas) : null,
    withinCells: stored(shift.withinCells),
    acrossRepetitionsT: stored(repeated.t),
    acrossRepetitionsDistributionFree: stored(repeated.distributionFree),
    flags: kebab([...shift.flags, ...repeated.flags, 'baseline-not-repeated']),
  }
}

interface MatchedPair {
  readonly repetition: number
  readonly baseline: MeasuredCell
  readonly treatment: MeasuredCell
  readonly contended: boolean
}

function matched(treatment: readonly MeasuredCell[], baseline: readonly MeasuredCell[]): MatchedPair[] {
  const repetitionOf = (cell: MeasuredCell) => parseCellName(cell.summary.name).repetition
  return treatment.flatMap((cell) => {
    const repetition = repetitionOf(cell)
    const partner = baseline.find((other) => repetitionOf(other) === repetition)
    if (repetition === null || partner === undefined) return []
    return [{ repetition, baseline: partner, treatment: cell, contended: cell.summary.contended || partner.summary.contended }]
  })
}

/** Median over the repetitions of Q(treatment) - Q(baseline) inside each; a contended arm leaves its pair out. */
export function matchedShift(comparison: Comparison, treatment: readonly MeasuredCell[], baseline: readonly MeasuredCell[]): Shift {
  const { run, series, q } = comparison
  const first = { kind: 'paired' as const, ...heading(comparison, treatment[0]!) }
  const pairs = matched(treatment, baseline)
  const readable = pairs.filter((pair) => resolves([pair.treatment, pair.baseline], series, q))
  if (readable.length === 0) return { ...first, ...nothing, flags: ['unresolved-tail'] }
  const seed = seedKey(run, 'paired', `${comparison.treatment}-${comparison.baseline}`, treatment[0]!.summary.spec.payloadBytes, String(treatment[0]!.summary.spec.stream), series, q)
  const cellPairs = (some: readonly MatchedPair[]) => some.map((pair) => ({ key: `r${pair.repetition}`, baseline: pair.baseline.sample[series], treatment: pair.treatment.sample[series] }))
  const each = pairedShift(cellPairs(readable), q, { level, seed }).perPair
  const perRepetition = readable.map((pair, index) => ({ repetition: pair.repetition, baselineNs: each[index]!.baseline, treatmentNs: each[index]!.treatment, deltaNs: each[index]!.delta, contended: pair.contended }))
  const kept = readable.filter(({ contended }) => !contended)
  // What the busy repetitions read is still listed, so that nobody has to guess what was left out.
  if (kept.length === 0) return { ...first, ...nothing, perRepetition, flags: ['every-repetition-contended'] }
  const shift = pairedShift(cellPairs(kept), q, { level, seed })
  const across: AcrossRepetitions = shift.acrossRepetitions
  const middle = (values: readonly number[]) => acrossRepetitions(values, level).median
  return {
    ...first,
    shiftNs: shift.shift,
    treatmentNs: middle(shift.perPair.map((pair) => pair.treatment)),
    baselineNs: middle(shift.perPair.map((pair) => pair.baseline)),
    perRepetition,
    spreadNs: shift.spread,
    withinCells: stored(shift.withinCells),
    acrossRepetitionsT: stored(across.t),
    acrossRepetitionsDistributionFree: stored(across.distributionFree),
    flags: kebab(shift.flags),
  }
}

/** Every shift a run publishes: each arm against direct, then enforce against passthrough and the A/A pair. */
export function shiftsOf(run: string, groups: ReadonlyMap<string, readonly MeasuredCell[]>): Shift[] {
  const shifts: Shift[] = []
  const each = (treatment: Arm, baseline: Arm, compare: typeof groupShift) => {
    for (const cells of groups.values()) {
      const { spec } = cells[0]!.summary
      const partner = spec.arm === treatment ? groups.get(`${baseline}/${spec.stream ? 'stream' : 'nonstream'}/${spec.payloadBytes}`) : undefined
      if (partner === undefined) continue
      for (const series of publishedSeries) for (const q of quantiles) shifts.push(compare({ run, treatment, baseline, series, q }, cells, partner))
    }
  }
  for (const treatment of ['passthrough', 'enforce', 'controla', 'controlb'] as const) each(treatment, 'direct', groupShift)
  each('enforce', 'passthrough', matchedShift)
  each('controlb', 'controla', matchedShift)
  return shifts
}
