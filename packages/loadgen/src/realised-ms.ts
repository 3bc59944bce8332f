import type { ArrivalPlan } from './plan-arrivals.js'

/** How much of the steady phase ran: all of it, unless the load was stopped before its end. */
export function realisedMs({ steadyStartNs, endNs }: Pick<ArrivalPlan, 'steadyStartNs' | 'endNs'>, stoppedAtNs: number | null): number {
  const untilNs = stoppedAtNs === null ? endNs : Math.min(stoppedAtNs, endNs)
  return Math.max(0, untilNs - steadyStartNs) / 1e6
}
