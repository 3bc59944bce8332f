import { NS_PER_SECOND } from './units.js'

/**
 * Scheduled instant of an evenly spaced arrival, in whole ns from the start of the steady phase.
 *
 * Computed by multiplication from the sequence number, never by adding up intervals, so that it does not drift.
 * A row file leaves out `scheduledNs` when every row stands exactly here.
 *
 * @example constantScheduleNs(1, 300) // 3333333
 */
export function constantScheduleNs(sequence: number, ratePerSecond: number): number {
  return Math.round((sequence * NS_PER_SECOND) / ratePerSecond)
}
