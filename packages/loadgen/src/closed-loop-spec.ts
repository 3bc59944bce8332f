import type { ArmSpec, TransportName } from './cell-spec.js'

/** Closed-model load: a fixed number of users, each sending its next request when its last one was answered. */
export interface ClosedLoopSpec {
  readonly name: string
  readonly target: ArmSpec
  /** Number of users, and of connections. */
  readonly users: number
  /** Requests that start before are not in the rows. */
  readonly warmupMs: number
  readonly steadyMs: number
  /** Default 1,000,000: the load ends early when it is reached, and the result says so. */
  readonly maxRequests?: number
  /** Default 30000. */
  readonly requestTimeoutMs?: number
  /** Default 10000. */
  readonly graceMs?: number
  readonly transport?: TransportName
  readonly ca?: string
  readonly allowRemote?: boolean
}
