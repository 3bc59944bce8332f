/** Limits of the self-check, each with where it comes from. */
export interface SelfCheckProfile {
  readonly name: string
  /** Where the limits were calibrated, on what, and when: they are of that host until shown elsewhere. */
  readonly provenance: string
  readonly limits: SelfCheckLimits
  /** Fewer steady arrivals say nothing about a 99th percentile. */
  readonly fewestSent: number
}

export interface SelfCheckLimits {
  /** Of the time in which the generator's threads ran or wanted to. */
  readonly runQueueShare: number
  /** CPU time given to other machines on the same host. */
  readonly stolenShare: number
  /** Stands in for the run-queue share where the system does not give it. */
  readonly involuntarySwitchesPerSecond: number
  readonly latenessP99Ns: number
  readonly eventLoopDelayP99Ns: number
  readonly ioCpuShare: number
  readonly droppedShare: number
  readonly wallDriftMs: number
}
