import { differenceQuantile } from './difference-quantile.js'
import { medianLaw } from './median-law.js'
import { quantileLaw } from './quantile-law.js'
import { smallestReaching } from './smallest-reaching.js'

export type CellsOf = readonly Float64Array[]

/** Quantile function of the exact bootstrap law of a group quantile; `null` for an even number of cells. */
export function exactGroup(cells: CellsOf, q: number): (() => (p: number) => number) | null {
  if (cells.length % 2 === 0) return null
  return () => {
    const law = medianLaw(cells, q)
    return (p) => smallestReaching(law.cumulative, law.lowest, law.highest, p)
  }
}

/** The same for the difference of two groups. */
export function exactGroupShift(treatment: CellsOf, baseline: CellsOf, q: number): (() => (p: number) => number) | null {
  if (treatment.length % 2 === 0 || baseline.length % 2 === 0) return null
  return () => differenceQuantile([{ treatment: medianLaw(treatment, q).atoms(), baseline: medianLaw(baseline, q).atoms() }])
}

/** The same for the median of matched differences. */
export function exactPairs(pairs: readonly { readonly treatment: Float64Array; readonly baseline: Float64Array }[], q: number): (() => (p: number) => number) | null {
  if (pairs.length % 2 === 0) return null
  return () => differenceQuantile(pairs.map(({ treatment, baseline }) => ({ treatment: quantileLaw(treatment, q).atoms(), baseline: quantileLaw(baseline, q).atoms() })))
}
