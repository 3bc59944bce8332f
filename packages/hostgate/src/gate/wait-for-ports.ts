import type { PortRange } from '../parse/port-range.js'
import type { Host } from '../probe/host.js'
import { valueOrNull, type Reading } from '../reading.js'

export interface WaitForPortsOptions {
  readonly readTimeWait: () => Promise<Reading<number>>
  readonly ports: Reading<PortRange>
  /** Largest share of the ephemeral range that may be in TIME_WAIT, in percent. */
  readonly sharePercent?: number
  readonly limitMs?: number
  readonly pollMs?: number
  readonly clock: Pick<Host, 'nowMs' | 'sleep'>
}

export interface WaitedForPorts {
  readonly waitedMs: number
  /** Last count; `null` where it cannot be read. */
  readonly timeWait: number | null
  /** Still above the share at the limit. A cell starts anyway, and says so. */
  readonly gaveUp: boolean
}

/** Waits until old connections have given enough ports back for the next cell. Without readings there is no wait. */
export async function waitForPorts({ readTimeWait, ports, sharePercent = 25, limitMs = 30_000, pollMs = 1_000, clock }: WaitForPortsOptions): Promise<WaitedForPorts> {
  const startMs = clock.nowMs()
  for (;;) {
    const timeWait = valueOrNull(await readTimeWait())
    const waitedMs = clock.nowMs() - startMs
    const range = valueOrNull(ports)
    if (timeWait === null || range === null || timeWait * 100 <= range.count * sharePercent) return { waitedMs, timeWait, gaveUp: false }
    if (waitedMs >= limitMs) return { waitedMs, timeWait, gaveUp: true }
    await clock.sleep(Math.min(pollMs, limitMs - waitedMs))
  }
}
