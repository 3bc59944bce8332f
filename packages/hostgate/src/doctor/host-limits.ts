/** Numbers by which a host is judged. A profile may bring its own; these are those of the provisional profile. */
export interface HostLimits {
  readonly idleFloorPercent: number
  readonly stealLimitPercent: number
  /** 1-minute load per core above which nothing starts; from 1 per core on it is remarked on. */
  readonly loadPerCore: number
  readonly openFiles: number
  readonly timeWaitPercent: number
  readonly listenBacklog: number
  readonly freeDiskBytes: number
}

export const DEFAULT_HOST_LIMITS: HostLimits = {
  idleFloorPercent: 60,
  stealLimitPercent: 5,
  loadPerCore: 4,
  openFiles: 1_024,
  timeWaitPercent: 25,
  listenBacklog: 128,
  freeDiskBytes: 1_073_741_824,
}
