import { analysisSchema } from '@lat/rows'
import type { AnalysedCell, Analysis, AnalysisInterval, Arm, Curve, QuantileSet, Series, Shift } from '@lat/rows'

/**
 * A whole `Analysis` computed from invented distributions: a body that is nearly lognormal, a tail that
 * bends away at the 98th percentile, and a little of both that is another in every cell.
 */
export interface SyntheticOptions {
  readonly mode: 'smoke' | 'quick' | 'evidence'
  readonly steadySeconds?: number
  readonly microbench?: boolean
  readonly subject?: string
}

interface Spec {
  readonly name: string
  readonly arm: Arm
  readonly payloadBytes: number
  readonly stream: boolean
  readonly repetition: number | null
  readonly canary: 'open' | 'close' | null
}

const quantiles = [0.5, 0.9, 0.99, 0.999]
const enoughRows: Readonly<Record<number, number>> = { 0.5: 6, 0.9: 36, 0.99: 368, 0.999: 3688 }
const run = { smoke: '2026-11-30-0a1b2c3-dirty-linux-x64-2c-smoke-r1', quick: '2026-11-30-0a1b2c3-linux-x64-2c-quick-r1', evidence: '2026-11-30-0a1b2c3-linux-x64-2c-evidence-r1' }

/** A number in [-1, 1] that depends on its name alone. */
function noise(name: string): number {
  let hash = 2166136261
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0
  return (hash / 4294967295) * 2 - 1
}

function baseUs({ arm, payloadBytes, stream }: Spec): number {
  const direct = stream ? 640 : payloadBytes === 150 ? 250 : payloadBytes === 4096 ? 290 : 620
  if (arm === 'direct') return direct
  const hop = stream ? 540 : payloadBytes === 32768 ? 690 : 430
  return direct + hop + (arm === 'enforce' ? (payloadBytes === 150 ? 62 : payloadBytes === 4096 ? 498 : 2668) : 0)
}

function valueNs(spec: Spec, series: Series | 'firstEvent' | 'lateness', q: number): number {
  const logit = Math.log(q / (1 - q))
  const centre = series === 'lateness' ? 40 : baseUs(spec) * (series === 'waiting' ? (spec.stream ? 0.42 : 0.86) : series === 'firstEvent' ? 0.45 : series === 'response' ? 1.06 : 1)
  const body = Math.exp((q < 0.5 ? 0.055 : 0.13) * logit * (1 + 0.05 * noise(spec.name)))
  const tail = q > 0.93 ? 1 + 0.13 * (logit - 2.586) * (logit - 2.586) * (1 + 0.3 * noise(`${spec.name} tail`)) : 1
  return Math.round(centre * 1000 * (1 + 0.012 * noise(`${spec.name} centre`)) * body * tail)
}

function quantileSet(spec: Spec, series: Series | 'firstEvent' | 'lateness', rows: number): QuantileSet {
  const at = (q: number) => (rows >= enoughRows[q]! ? valueNs(spec, series, q) : null)
  return { p50Ns: at(0.5), p90Ns: at(0.9), p99Ns: at(0.99), p999Ns: at(0.999) }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

function specs(mode: SyntheticOptions['mode']): readonly Spec[] {
  const cell = (arm: Arm, payloadBytes: number, stream: boolean, repetition: number | null, canary: Spec['canary'] = null, name?: string): Spec => ({
    name: name ?? `${arm}-${stream ? 'stream' : 'nonstream'}-${payloadBytes}${repetition === null ? '' : `-r${repetition}`}`,
    arm, payloadBytes, stream, repetition, canary,
  })
  const repetitions = mode === 'evidence' ? 5 : 1
  const streamRepetitions = mode === 'evidence' ? 3 : 1
  const count = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
  const pair = (payloadBytes: number, r: number) => [cell('passthrough', payloadBytes, false, r), cell('enforce', payloadBytes, false, r)]
  return [
    cell('direct', 150, false, null, 'open', 'direct-canary-open-nonstream-150'),
    ...count(repetitions).flatMap((r) => [
      ...pair(150, r), cell('controla', 150, false, r), cell('controlb', 150, false, r), ...pair(4096, r), ...(mode === 'evidence' ? pair(32768, r) : []),
    ]),
    ...count(streamRepetitions).flatMap((r) => [cell('direct', 150, true, r), cell('passthrough', 150, true, r), cell('enforce', 150, true, r)]),
    cell('direct', 4096, false, null, null, 'direct-payload-4096'),
    cell('direct', 32768, false, null, null, 'direct-payload-32768'),
    cell('direct', 150, false, null, 'close', 'direct-canary-close-nonstream-150'),
  ]
}

const rateOf = (mode: SyntheticOptions['mode'], { payloadBytes, stream }: Spec) =>
  mode === 'evidence' ? (stream ? 250 : payloadBytes === 32768 ? 150 : 500) : stream ? 100 : payloadBytes === 150 ? 300 : payloadBytes === 4096 ? 150 : 25

function toCell(spec: Spec, order: number, mode: SyntheticOptions['mode'], steadySeconds: number): AnalysedCell {
  const ratePerSecond = rateOf(mode, spec)
  const demanded = Math.round(ratePerSecond * steadySeconds)
  const dropped = spec.arm === 'enforce' && mode === 'evidence' && spec.repetition === 2 && !spec.stream ? 3 : 0
  const ok = demanded - dropped
  return {
    ...spec, order, ratePerSecond, steadySeconds,
    counts: { demanded, ok, failed: 0, dropped, abandoned: 0, warmupDropped: 0, rows: demanded, generator: demanded },
    failures: {},
    achievedRatePerSecond: ok / steadySeconds,
    duration: quantileSet(spec, 'duration', ok),
    waiting: quantileSet(spec, 'waiting', ok),
    response: quantileSet(spec, 'response', ok),
    lateness: quantileSet(spec, 'lateness', ok),
    firstEvent: spec.stream ? quantileSet(spec, 'firstEvent', ok) : { p50Ns: null, p90Ns: null, p99Ns: null, p999Ns: null },
    contended: false,
    subjectCpu: spec.arm === 'direct' ? null : { cpuSeconds: ok * 0.0011, cpuMsPerRequest: 1.1, coresBusy: ratePerSecond * 0.0011 },
    rowsSha256: null,
  }
}

const groupKey = ({ arm, payloadBytes, stream }: Pick<AnalysedCell, 'arm' | 'payloadBytes' | 'stream'>) => `${arm} ${payloadBytes} ${stream}`
const keyOf = { 0.5: 'p50Ns', 0.9: 'p90Ns', 0.99: 'p99Ns', 0.999: 'p999Ns' } as const
const reading = (cell: AnalysedCell, series: Series | 'firstEvent', q: number) => cell[series][keyOf[q as keyof typeof keyOf]]

function groupValue(cells: readonly AnalysedCell[], series: Series | 'firstEvent', q: number): number | null {
  const values = cells.map((cell) => reading(cell, series, q))
  return values.includes(null) ? null : median(values as number[])
}

function withinCells(centreNs: number, scaleNs: number, q: number, rows: number): AnalysisInterval {
  const half = Math.round((scaleNs * 0.5 * Math.sqrt(q * (1 - q))) / Math.sqrt(rows) / (1 - q) / 0.8)
  return { lowNs: centreNs - half, highNs: centreNs + half, level: 0.95, method: 'percentile-bootstrap-exact', resampled: 'withinCells', centreNs }
}

function shiftsOf(cells: readonly AnalysedCell[]): readonly Shift[] {
  const groups = [...new Set(cells.map(groupKey))].map((key) => cells.filter((cell) => groupKey(cell) === key))
  const find = (arm: Arm, { payloadBytes, stream }: AnalysedCell) => groups.find(([first]) => groupKey(first!) === groupKey({ arm, payloadBytes, stream }))
  const shifts: Shift[] = []
  for (const treatmentCells of groups) {
    const first = treatmentCells[0]!
    const common = { treatment: first.arm, payloadBytes: first.payloadBytes, stream: first.stream, ratePerSecond: first.ratePerSecond }
    const direct = find('direct', first)
    for (const series of ['duration', 'waiting', 'response'] as const) {
      for (const q of quantiles) {
        if (first.arm !== 'direct' && direct !== undefined) {
          const [treatmentNs, baselineNs] = [groupValue(treatmentCells, series, q), groupValue(direct, series, q)]
          const shiftNs = treatmentNs === null || baselineNs === null ? null : treatmentNs - baselineNs
          shifts.push({
            ...common, kind: 'group', baseline: 'direct', series, q, treatmentNs, baselineNs, shiftNs, perRepetition: [], spreadNs: null,
            withinCells: shiftNs === null ? null : withinCells(shiftNs, treatmentNs!, q, first.counts.ok * treatmentCells.length),
            acrossRepetitionsT: null, acrossRepetitionsDistributionFree: null, flags: shiftNs === null ? ['unresolved-tail'] : [],
          })
        }
        const baseline = first.arm === 'enforce' ? find('passthrough', first) : first.arm === 'controlb' ? find('controla', first) : undefined
        if (baseline !== undefined && (q === 0.5 || q === 0.99) && series !== 'response') shifts.push({ ...common, kind: 'paired', baseline: baseline[0]!.arm, series, q, ...paired(treatmentCells, baseline, series, q) })
      }
    }
  }
  return shifts
}

function paired(treatment: readonly AnalysedCell[], baseline: readonly AnalysedCell[], series: Series, q: number): Omit<Shift, 'kind' | 'treatment' | 'baseline' | 'payloadBytes' | 'stream' | 'ratePerSecond' | 'series' | 'q'> {
  const [treatmentNs, baselineNs] = [groupValue(treatment, series, q), groupValue(baseline, series, q)]
  if (treatmentNs === null || baselineNs === null) {
    return { treatmentNs, baselineNs, shiftNs: null, perRepetition: [], spreadNs: null, withinCells: null, acrossRepetitionsT: null, acrossRepetitionsDistributionFree: null, flags: ['unresolved-tail'] }
  }
  const perRepetition = treatment.map((cell, index) => {
    const [t, b] = [reading(cell, series, q)!, reading(baseline[index]!, series, q)!]
    return { repetition: cell.repetition!, treatmentNs: t, baselineNs: b, deltaNs: t - b, contended: cell.contended }
  })
  const deltas = perRepetition.map(({ deltaNs }) => deltaNs).sort((a, b) => a - b)
  const n = deltas.length
  const shiftNs = median(deltas)
  const mean = deltas.reduce((sum, delta) => sum + delta, 0) / n
  const deviation = n > 1 ? Math.sqrt(deltas.reduce((sum, delta) => sum + (delta - mean) * (delta - mean), 0) / (n - 1)) : 0
  const half = ((n === 5 ? 2.776 : 4.303) * deviation) / Math.sqrt(n)
  return {
    treatmentNs, baselineNs, shiftNs, perRepetition,
    spreadNs: n > 1 ? deltas[n - 1]! - deltas[0]! : null,
    withinCells: withinCells(shiftNs, treatmentNs, q, treatment[0]!.counts.ok * n),
    acrossRepetitionsT: n < 2 ? null : { lowNs: mean - half, highNs: mean + half, level: 0.95, method: 'student-t', resampled: 'acrossRepetitions', centreNs: mean },
    acrossRepetitionsDistributionFree: n < 2 ? null : { lowNs: deltas[0]!, highNs: deltas[n - 1]!, level: n === 5 ? 0.9375 : 0.75, method: 'sign-order-statistic', resampled: 'acrossRepetitions', centreNs: shiftNs },
    flags: n === 1 ? ['one-repetition'] : n < 6 ? ['too-few-repetitions'] : [],
  }
}

function curvesOf(cells: readonly AnalysedCell[]): readonly Curve[] {
  const groups = [...new Set(cells.map(groupKey))].map((key) => cells.filter((cell) => groupKey(cell) === key))
  return groups.flatMap((group) => {
    const cell = group[Math.floor((group.length - 1) / 2)]!
    const { name, arm, payloadBytes, stream, ratePerSecond, counts } = cell
    const count = counts.ok
    const series = stream ? (['duration', 'firstEvent'] as const) : (['duration', 'waiting'] as const)
    return series.map((each): Curve => ({
      cell: name, arm, payloadBytes, stream, ratePerSecond, series: each, count,
      points: grid(count).map((q) => ({ q, valueNs: valueNs(cell as unknown as Spec, each, q) })),
      markers: quantiles.flatMap((q) => {
        const ns = groupValue(group, each, q)
        if (ns === null) return []
        const { lowNs, highNs } = withinCells(ns, ns, q, count)
        return [{ q, valueNs: ns, lowNs, highNs }]
      }),
    }))
  })
}

/** Evenly spaced in logit from the first to the last quantile that `count` rows can show. */
function grid(count: number): readonly number[] {
  const end = Math.min(6.9068, Math.log(count))
  const steps = Math.min(160, count)
  return Array.from({ length: steps }, (_, index) => {
    const logit = -4.5951 + ((end + 4.5951) * index) / (steps - 1)
    return Number((1 / (1 + Math.exp(-logit))).toFixed(6))
  })
}

/** A valid `Analysis` of the whole matrix; `smoke` has 2.5 s cells and few rows, `evidence` 60 s and 53 cells. */
export function syntheticAnalysis({ mode, steadySeconds, microbench = false, subject = 'refgateway' }: SyntheticOptions): Analysis {
  const seconds = steadySeconds ?? { smoke: 2.5, quick: 20, evidence: 60 }[mode]
  const cells = specs(mode).map((spec, index) => toCell(spec, index + 1, mode, seconds))
  const components = (payloadBytes: number, share: number) => [
    { component: 'tokenise o200k_base', payloadBytes, medianNs: Math.round(share * 0.71), insideShift: true },
    { component: 'reserve and reconcile', payloadBytes, medianNs: Math.round(11_000 + share * 0.004), insideShift: true },
    { component: 'three log lines', payloadBytes, medianNs: 21_000, insideShift: true },
    { component: 'read request body', payloadBytes, medianNs: Math.round(9_000 + payloadBytes * 1.1), insideShift: false },
    { component: 'parse and identify', payloadBytes, medianNs: Math.round(5_000 + payloadBytes * 2.2), insideShift: false },
  ]
  return analysisSchema.parse({
    format: 1,
    run: { name: run[mode], mode, estimate: mode !== 'evidence', subject, profile: 'provisional', design: 'seed', seed: 'synthetic', plannedRepetitions: mode === 'evidence' ? 5 : 1, plannedStreamRepetitions: mode === 'evidence' ? 3 : 1 },
    cells: cells.map((cell) => Object.fromEntries(Object.entries(cell))),
    shifts: shiftsOf(cells),
    curves: curvesOf(cells),
    microbench: microbench ? [...components(150, 50_000), ...components(4096, 498_000), ...(mode === 'evidence' ? components(32768, 2_668_000) : [])] : [],
    identity: [{ name: subject, expected: 'stamp', reported: 'stamp' }],
    readings: cells.flatMap(({ name }, index) => [
      { cell: name, phase: 'before', idlePercent: 92 + 4 * noise(`${name} before`), belowFloor: false },
      { cell: name, phase: 'after', idlePercent: index === 4 ? 41 : 92 + 4 * noise(`${name} after`), belowFloor: index === 4 },
    ]),
  })
}
