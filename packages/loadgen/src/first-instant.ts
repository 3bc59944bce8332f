import { startPassed } from './errors.js'

/** From the last thread's readiness to the first arrival. */
const LEAD_MS = 50

export interface FirstInstant {
  /** On the monotonic clock. */
  readonly startNs: bigint
  readonly startedAtEpochMs: number
}

/**
 * First instant of a cell: the lead from now, or a wall-clock time. A time that has passed is refused: a
 * generator that starts late is out of step with the others.
 *
 * @throws {LoadgenError} `LAT_LOAD_START_PASSED`
 */
export function firstInstant(startAtEpochMs: number | null, now: { readonly monotonicNs: bigint; readonly epochMs: number }): FirstInstant {
  const waitMs = startAtEpochMs === null ? LEAD_MS : startAtEpochMs - now.epochMs
  if (waitMs < 0) throw startPassed(startAtEpochMs!, -waitMs)
  return { startNs: now.monotonicNs + BigInt(Math.round(waitMs * 1e6)), startedAtEpochMs: now.epochMs + waitMs }
}
