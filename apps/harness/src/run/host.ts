/** One look at the machine, every field `null` where there is no sensor or it cannot be read. */
export interface HostReading {
  readonly at: string
  readonly idlePercent: number | null
  readonly lowestCoreIdlePercent: number | null
  readonly stealPercent: number | null
  readonly loadAverages: readonly [number, number, number] | null
  readonly timeWait: number | null
  readonly powerSource: string | null
  readonly thermal: string | null
}

export interface TreeUsage {
  readonly cpuSeconds: number | null
  readonly rssBytes: number | null
  readonly processes: number | null
}

/** What the harness asks of the machine it runs on; tests put a scripted one here. */
export interface Host {
  /** CPU idle over a true interval, and the readings that are recorded beside it. */
  read(intervalMs: number): Promise<HostReading>
  treeUsage(pid: number): Promise<TreeUsage>
  /** Keeps the machine awake until released; releasing twice is harmless. */
  keepAwake(): { release(): void }
}
