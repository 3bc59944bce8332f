import { alignColumns } from './align-columns.js'
import { formatUs } from './format-us.js'
import type { Difference, GwbenchResult } from './result-schema.js'

const HEAD = ['target', 'p50', 'p90', 'p99', 'shift p50', 'shift p90', 'shift p99', 'p50 95% over rounds', 'p50 95% across runs']

function range(interval: Difference['overRounds']): string {
  if (interval === null) return '-'
  const end = (ns: number | null) => (ns === null ? 'unbounded' : (ns / 1000).toFixed(1))
  return `[${end(interval.lowNs)}, ${end(interval.highNs)}]`
}

function row(name: string, { pairedNs, shiftNs, overRounds, acrossRuns }: Difference, withTail: boolean): string[] {
  const tail = (ns: number) => (withTail ? formatUs(ns) : '-')
  return [
    name,
    formatUs(pairedNs.p50Ns), tail(pairedNs.p90Ns), tail(pairedNs.p99Ns),
    formatUs(shiftNs.p50Ns), formatUs(shiftNs.p90Ns), formatUs(shiftNs.p99Ns),
    range(overRounds), range(acrossRuns),
  ]
}

/**
 * The paired overhead of every target, with the A/A pair as its last line.
 *
 * P90 and P99 of paired differences stand only beside those of the A/A pair and beside the quantile shift, because
 * they hold the noise of both targets.
 */
export function overheadTable({ overhead, controls: { twin } }: Pick<GwbenchResult, 'overhead' | 'controls'>): readonly string[] {
  const rows = overhead.map((each) => row(each.treatment, each, twin !== null))
  const control = twin === null ? [] : [row(`A/A ${twin.treatment} - ${twin.baseline}`, twin, true)]
  return alignColumns([HEAD, ...rows, ...control])
}
