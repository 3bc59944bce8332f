import type { CommandRunner } from './command-runner.js'

export type TextRead = { readonly text: string } | { readonly error: string; readonly message: string }

/** Ticks of one core since the machine started. */
export interface CoreTimes {
  readonly idleMs: number
  readonly totalMs: number
}

/** All that this package asks of the machine. A test describes a whole host with one of these. */
export interface Host {
  readonly platform: string
  readonly architecture: string
  /** Logical cores, as the system counts them. */
  readonly coreCount: number
  readonly cpuModel: string
  readonly memoryBytes: number
  readonly kernel: string
  readonly run: CommandRunner
  /** `error` is the system's code, such as ENOENT. */
  readonly readText: (path: string) => Promise<TextRead>
  /** Names in a directory, sorted; empty when there is none. */
  readonly list: (path: string) => Promise<readonly string[]>
  readonly coreTimes: () => readonly CoreTimes[]
  /** Free bytes for this user on the disk that holds a path; `null` when it cannot be asked. */
  readonly freeDiskBytes: (path: string) => Promise<number | null>
  /** A clock that never goes backwards. */
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
}
