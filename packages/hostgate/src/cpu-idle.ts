/** How idle the processors were over one interval. All shares are of that interval, in percent. */
export interface CpuIdle {
  /** Over all cores. Gates look at this one. */
  readonly meanPercent: number
  /** The busiest core's idle: a mean of 87.5 % on 8 cores can hide one core at 0 %. `null` without per-core counters. */
  readonly lowestCorePercent: number | null
  readonly perCorePercent: readonly number[]
  /** Time that the hypervisor gave to others; `null` where the system does not say. */
  readonly stealPercent: number | null
  /** Length of the interval as it was measured, not as it was asked for. */
  readonly intervalMs: number
}
