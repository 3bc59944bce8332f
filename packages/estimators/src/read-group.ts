import type { BootstrapOptions } from './bootstrap-options.js'
import { checkQuantile } from './check-quantile.js'
import { tooFew } from './errors.js'
import { exactGroup } from './exact-quantile.js'
import { flagList, type Flag } from './flag.js'
import { medianOf } from './median-of.js'
import { quantileOfSorted } from './quantile.js'
import { quantileSampler } from './quantile-sampler.js'
import { sortedSample, type Sample } from './sample.js'
import { openEnds, sampleFlags, type OpenEnds } from './tail-flags.js'

export interface Group {
  readonly cells: readonly Float64Array[]
  readonly perCell: readonly number[]
  readonly estimate: number
  readonly spread: number | null
  readonly open: OpenEnds
  readonly flags: readonly Flag[]
  readonly exact: (() => (p: number) => number) | null
  readonly sampler: () => (uniform: () => number) => number
}

/** Checks and sorts the cells of a group and takes the median across them of their quantile `q`. */
export function readGroup(cells: readonly Sample[], argument: string, q: number, level: number, options: BootstrapOptions): Group {
  checkQuantile(q)
  if (cells.length === 0) throw tooFew(argument, 0, 1, 'cells')
  const flags = new Set<Flag>()
  let low = false
  let high = false
  const read = cells.map((cell, i) => {
    const name = `${argument}[${i}]`
    const sorted = sortedSample(cell, name, options)
    const open = openEnds(name, sorted.length, q, level, options.strict)
    low ||= open.low
    high ||= open.high
    const estimate = quantileOfSorted(sorted, q)
    for (const flag of sampleFlags(sorted, estimate)) flags.add(flag)
    return { sorted, estimate }
  })
  if (low || high) flags.add('unresolved-tail')

  const perCell = read.map(({ estimate }) => estimate)
  // an order that depends on the cells themselves, so that the order they came in changes no drawn interval
  const ordered = [...read].sort(
    (a, b) => a.estimate - b.estimate || a.sorted.length - b.sorted.length || a.sorted[0]! - b.sorted[0]! || a.sorted.at(-1)! - b.sorted.at(-1)!,
  )
  const sorted = ordered.map((cell) => cell.sorted)
  return {
    cells: sorted,
    perCell: Object.freeze(perCell),
    estimate: medianOf(Float64Array.from(perCell)),
    spread: perCell.length > 1 ? Math.max(...perCell) - Math.min(...perCell) : null,
    open: { low, high },
    flags: flagList(flags),
    exact: exactGroup(sorted, q),
    sampler: () => {
      const samplers = sorted.map((cell) => quantileSampler(cell, q))
      const scratch = new Float64Array(samplers.length)
      return (uniform) => {
        for (let i = 0; i < scratch.length; i++) scratch[i] = samplers[i]!(uniform)
        return medianOf(scratch)
      }
    },
  }
}
