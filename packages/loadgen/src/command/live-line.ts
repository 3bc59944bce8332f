import type { CellProgress } from '../cell-result.js'
import { formatNs } from './format-ns.js'

/** State of a running load in one terminal line. */
export function liveLine({ phase, elapsedMs, totalMs, ratePerSecond, inFlight, dropped, failed, durationP50Ns, durationP99Ns }: CellProgress): string {
  const seconds = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(0)
  const faults = failed > 0 ? `  failed ${failed}` : ''
  return `${phase} ${seconds(elapsedMs)}/${seconds(totalMs)} s  ${ratePerSecond.toFixed(0)}/s  in flight ${inFlight}  dropped ${dropped}${faults}  duration P50 ${formatNs(durationP50Ns)}  P99 ${formatNs(durationP99Ns)} ms`
}
