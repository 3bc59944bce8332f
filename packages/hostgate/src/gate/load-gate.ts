import type { LoadAverages } from '../load-averages.js'
import { HostgateInputError } from '../errors.js'
import type { Host } from '../probe/host.js'
import type { Reading } from '../reading.js'

export interface LoadGateOptions {
  /** Highest 1-minute load average at which a run may start, and end. */
  readonly maximumLoad: number
  /** How long to wait for it; 0 decides at once. */
  readonly waitMs: number
  /** Time between two looks while waiting. */
  readonly pollMs?: number
  readonly readLoad: () => Promise<Reading<LoadAverages>>
  readonly clock: Pick<Host, 'nowMs' | 'sleep'>
  /** Called for each look that was too high, so that a waiting program can say so. */
  readonly onWaiting?: (load1: number, waitedMs: number) => void
}

export type LoadGateDecision =
  | { readonly decision: 'start'; readonly load1: number; readonly waitedMs: number }
  | { readonly decision: 'refuse'; readonly load1: number | null; readonly waitedMs: number; readonly message: string }

/**
 * Starts a run only when the 1-minute load average is at most the limit, at once or after waiting for it.
 *
 * @throws {HostgateInputError} on a limit or a wait that is not a number of at least 0
 */
export async function loadGate({ maximumLoad, waitMs, pollMs = 10_000, readLoad, clock, onWaiting }: LoadGateOptions): Promise<LoadGateDecision> {
  if (!(maximumLoad >= 0 && waitMs >= 0 && pollMs > 0)) throw new HostgateInputError('LAT_HOST_LOAD_LIMIT', `Load limit ${maximumLoad}, wait ${waitMs} ms and poll ${pollMs} ms must not be negative, and the poll not 0`)
  const startMs = clock.nowMs()
  for (;;) {
    const load = await readLoad()
    const waitedMs = clock.nowMs() - startMs
    if (load.state !== 'value') {
      const why = load.state === 'unknown' ? load.reason : load.note
      return { decision: 'refuse', load1: null, waitedMs, message: `The load average could not be read: ${why} The run needs at most ${maximumLoad}; raise the limit only when you know what the machine is doing.` }
    }
    const { load1 } = load.value
    if (load1 <= maximumLoad) return { decision: 'start', load1, waitedMs }
    if (waitedMs >= waitMs) {
      const after = waitMs === 0 ? '' : ` after waiting ${Math.round(waitedMs / 1000)} s`
      return { decision: 'refuse', load1, waitedMs, message: `The 1-minute load average is ${load1}${after}, above the limit of ${maximumLoad}. Close what is busy, or wait longer with --wait.` }
    }
    onWaiting?.(load1, waitedMs)
    await clock.sleep(Math.min(pollMs, waitMs - waitedMs))
  }
}

/** Whether a run may be kept, by the load it ended at. A load that cannot be read discards it. */
export function loadAtEnd(load: Reading<LoadAverages>, maximumLoad: number): { readonly keep: boolean; readonly message: string } {
  if (load.state !== 'value') return { keep: false, message: `discarded: the load average could not be read at the end (${load.state === 'unknown' ? load.reason : load.note})` }
  const { load1 } = load.value
  return load1 <= maximumLoad
    ? { keep: true, message: `kept: the load average ended at ${load1}` }
    : { keep: false, message: `discarded: the load average ended at ${load1}, above the limit of ${maximumLoad}` }
}
