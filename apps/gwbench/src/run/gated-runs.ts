import type { LoadAverages, Reading as HostReading } from '@lat/hostgate'
import { loadAtEnd, loadGate } from '@lat/hostgate'
import { GwbenchInputError } from '../errors.js'

/** What the load gate needs of the machine; tests script it. */
export interface LoadSource {
  readonly readLoad: () => Promise<HostReading<LoadAverages>>
  readonly clock: { readonly nowMs: () => number; readonly sleep: (ms: number) => Promise<void> }
}

/** One run with the loads that decided about it. */
export interface GatedRun<T> {
  /** From 0, discarded runs counted too. */
  readonly number: number
  /** A run whose load ended above the limit is discarded, not averaged. */
  readonly kept: boolean
  readonly loadStart: number
  /** `null` when it could not be read. */
  readonly loadEnd: number | null
  readonly measured: T
}

export interface GatedRunsOptions<T> {
  /** Runs to keep. */
  readonly runs: number
  readonly maximumLoad: number
  readonly waitMs: number
  readonly load: LoadSource
  readonly measure: (runNumber: number) => Promise<T>
  readonly onWaiting?: (load1: number, waitedMs: number) => void
  /** Called after every run, kept or not. */
  readonly onRun?: (runs: readonly GatedRun<T>[]) => void
}

export interface GatedRuns<T> {
  readonly runs: readonly GatedRun<T>[]
  /** Why fewer runs were kept than asked for, or `null`. */
  readonly refusal: string | null
}

/** A limit near the load that a run itself makes would discard runs without end. */
const FEWEST_DISCARDS = 3

/**
 * Measures until enough runs are kept: each starts only at a load that is not above the limit, and one whose load ends
 * above it is discarded.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_REFUSED` when no run at all could be kept
 */
export async function gatedRuns<T>(options: GatedRunsOptions<T>): Promise<GatedRuns<T>> {
  const { runs: wanted, maximumLoad, waitMs, load, measure, onWaiting, onRun } = options
  const runs: GatedRun<T>[] = []
  const keptCount = () => runs.filter(({ kept }) => kept).length
  const finish = (refusal: string): GatedRuns<T> => {
    if (keptCount() === 0) throw new GwbenchInputError('LAT_GWBENCH_REFUSED', refusal)
    return { runs, refusal: `${refusal} ${keptCount()} of ${wanted} runs were kept.` }
  }
  while (keptCount() < wanted) {
    const discarded = runs.length - keptCount()
    if (discarded > Math.max(FEWEST_DISCARDS, wanted)) {
      return finish(`${discarded} runs were discarded because their load ended above ${maximumLoad}: the machine is busy, or the limit is below the load that a run itself makes.`)
    }
    const gate = await loadGate({ maximumLoad, waitMs, ...load, ...(onWaiting && { onWaiting }) })
    if (gate.decision === 'refuse') return finish(gate.message)
    const measured = await measure(runs.length)
    const end = await load.readLoad()
    const { keep } = loadAtEnd(end, maximumLoad)
    runs.push({ number: runs.length, kept: keep, loadStart: gate.load1, loadEnd: end.state === 'value' ? end.value.load1 : null, measured })
    onRun?.(runs)
  }
  return { runs, refusal: null }
}
