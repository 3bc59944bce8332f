import { pairedMedian } from '@lat/estimators'
import type { AnalysedCell, Analysis } from '@lat/rows'
import type { Finding } from './band-result.js'
import { contendedCells } from './contended-cells.js'
import { pairedCells, plannedRepetitions } from './paired-cells.js'
import type { Pairing } from './paired-cells.js'

/** Which reading of a cell a band compares: quantiles of `duration` over its answered requests. */
export type BandQuantile = 'p50Ns' | 'p99Ns'

export interface RepetitionReading {
  readonly repetition: number
  readonly baselineNs: number
  readonly treatmentNs: number
  readonly deltaNs: number
}

/** A repetition that leaves the median, and why: `contended`, `cells-missing`, `quantile-unresolved`, `rates-differ`. */
export interface ExcludedRepetition extends Finding {
  readonly repetition: number
  /** What it reads, where both of its cells can be read: printed, never used. */
  readonly deltaNs: number | null
}

/** The repetitions of one pairing, and what is left of them after the exclusions. */
export interface PairedReading {
  readonly pairing: Pairing
  readonly quantile: BandQuantile
  /** Arrival rate of the cells, of the first where they differ; `null` without cells. */
  readonly ratePerSecond: number | null
  readonly perRepetition: readonly RepetitionReading[]
  readonly excluded: readonly ExcludedRepetition[]
  readonly planned: number
  readonly minimumClean: number
  /** `null` when fewer than `minimumClean` repetitions are left. */
  readonly medianNs: number | null
  /** Largest delta minus smallest; `null` without a median, and for one repetition, whose spread nobody measured. */
  readonly spreadNs: number | null
  /** Why there is no median; empty when there is one. */
  readonly reasons: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** One reading that serves as the baseline of every repetition, where no cell is paired with the treatment. */
export interface FixedBaseline {
  readonly valueNs: number
  readonly ratePerSecond: number
}

interface Side {
  readonly name: string | null
  readonly valueNs: number | null
  readonly ratePerSecond: number
}

function side(cell: AnalysedCell | null, quantile: BandQuantile): Side | null {
  return cell === null ? null : { name: cell.name, valueNs: cell.duration[quantile], ratePerSecond: cell.ratePerSecond }
}

function exclusion(repetition: number, baseline: Side | null, treatment: Side | null, contended: ReadonlySet<string>, percentile: string): Finding | null {
  if (baseline === null || treatment === null) {
    const missing = [...(baseline === null ? ['baseline'] : []), ...(treatment === null ? ['treatment'] : [])]
    return { code: 'cells-missing', text: `r${repetition} has no ${missing.join(' and no ')} cell` }
  }
  const busy = [baseline.name, treatment.name].filter((name) => name !== null && contended.has(name))
  if (busy.length > 0) return { code: 'contended', text: `r${repetition} left out, host busy around ${busy.join(' and ')}` }
  if (baseline.ratePerSecond !== treatment.ratePerSecond) {
    return { code: 'rates-differ', text: `r${repetition} compares ${baseline.ratePerSecond} with ${treatment.ratePerSecond} requests per second, and a shift between two operating points means nothing` }
  }
  if (baseline.valueNs === null || treatment.valueNs === null) return { code: 'quantile-unresolved', text: `r${repetition} has too few rows to resolve ${percentile}` }
  return null
}

function remarks(clean: number, planned: number): readonly Finding[] {
  const notes: Finding[] = []
  if (clean === 1) notes.push({ code: 'one-repetition', text: 'ONE REPETITION: its spread is not resolvable' })
  if (clean < Math.min(3, planned)) notes.push({ code: 'thin-median', text: `THIN MEDIAN: ${clean} clean of ${planned} planned repetitions` })
  return notes
}

/**
 * Median over repetitions of the repetition-matched difference of one quantile, treatment minus
 * baseline, without the repetitions around which the host was busy.
 *
 * @param minimumClean repetitions a median needs; never more than were planned are asked for
 * @param fixedBaseline reading that stands in for the baseline cell of every repetition; `null` when the run lacks it
 * @throws {BandsInputError} when one repetition holds two cells of one arm
 */
export function pairedReading(analysis: Analysis, pairing: Pairing, quantile: BandQuantile, minimumClean: number, fixedBaseline?: FixedBaseline | null): PairedReading {
  const contended = contendedCells(analysis)
  const percentile = quantile === 'p50Ns' ? 'P50' : 'P99'
  const planned = plannedRepetitions(analysis, pairing.stream)
  const needed = Math.min(minimumClean, planned)
  const perRepetition: RepetitionReading[] = []
  const excluded: ExcludedRepetition[] = []
  let ratePerSecond: number | null = null

  for (const cells of pairedCells(analysis, pairing)) {
    const { repetition } = cells
    const baseline = fixedBaseline === undefined ? side(cells.baseline, quantile) : fixedBaseline && { name: null, ...fixedBaseline }
    const treatment = side(cells.treatment, quantile)
    ratePerSecond ??= treatment?.ratePerSecond ?? null
    const baselineNs = baseline?.valueNs ?? null
    const treatmentNs = treatment?.valueNs ?? null
    const why = exclusion(repetition, baseline, treatment, contended, percentile)
    const deltaNs = baselineNs === null || treatmentNs === null ? null : treatmentNs - baselineNs
    if (why === null) perRepetition.push({ repetition, baselineNs: baselineNs!, treatmentNs: treatmentNs!, deltaNs: deltaNs! })
    else excluded.push({ repetition, deltaNs, ...why })
  }

  const shared = { pairing, quantile, ratePerSecond, perRepetition, excluded, planned, minimumClean: needed }
  const clean = perRepetition.length
  if (clean < needed) {
    const codes = [...new Set(excluded.map(({ code }) => code))]
    const reasons = codes.map((code) => ({
      code,
      text: `${clean} of ${planned} planned repetitions left, ${needed} needed: ${excluded.filter((one) => one.code === code).map(({ text }) => text).join('; ')}`,
    }))
    return { ...shared, medianNs: null, spreadNs: null, reasons, notes: [] }
  }
  const { delta, spread } = pairedMedian(perRepetition.map((one) => ({ key: `r${one.repetition}`, baseline: one.baselineNs, treatment: one.treatmentNs })))
  return { ...shared, medianNs: delta, spreadNs: spread, reasons: [], notes: remarks(clean, planned) }
}
