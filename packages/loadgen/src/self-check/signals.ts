/** What a cell says about its own generator. Shares are of the steady phase's wall time where they do not say otherwise; `null` could not be read. */
export interface Signals {
  /** Steady arrivals that were sent. */
  readonly sent: number
  readonly steadySeconds: number
  readonly latenessP99Ns: number | null
  readonly eventLoopDelayP99Ns: number
  readonly eventLoopDelayMaxNs: number
  /** CPU of the I/O thread, without the time in which it polled and found nothing to do. */
  readonly ioCpuShare: number | null
  /** The I/O and the pacer thread were ready to run and had no CPU, of all the time in which they were ready or ran. */
  readonly runQueueShare: number | null
  /** Of all cores' time, given to other machines on the same host. */
  readonly stolenShare: number | null
  readonly involuntarySwitchesPerSecond: number | null
  readonly longestCollectionNs: number
  readonly reconnects: number
  /** Dropped steady arrivals, of all. */
  readonly droppedShare: number
  readonly slotsExhausted: boolean
  readonly stalledArrivals: number
  readonly worstTenMsSends: number
  readonly plannedTenMsSends: number
  readonly canaryCount: number
  readonly canaryP50Ns: number | null
  readonly canaryP90Ns: number | null
  readonly wallDriftMs: number
  readonly aborted: boolean
}
