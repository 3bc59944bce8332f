import type { CellSummary } from '@lat/rows'
import { cellSummarySchema } from '@lat/rows'
import type { ModeSettings } from '../plan/modes.js'
import type { PlannedCell } from '../plan/plan-cells.js'
import type { HostReading } from './host.js'
import type { RanCell } from './run-cell.js'
import type { RunConfig } from './run-config.js'
import type { IdentityReading } from './upstream.js'

export interface CellFacts {
  readonly cell: PlannedCell
  readonly mode: ModeSettings
  readonly config: RunConfig
  readonly ran: RanCell
  readonly rows: { readonly file: string; readonly count: number; readonly bytes: number; readonly sha256: string }
  readonly host: { readonly before: HostReading; readonly after: HostReading }
  readonly contended: boolean
  readonly identity: readonly IdentityReading[]
}

/** All that is known about one measured cell beside its rows. */
export function summarise({ cell, mode, config, ran: { result, usage }, rows, host, contended, identity }: CellFacts): CellSummary {
  const { lateness } = result
  return {
    format: 1,
    name: cell.name,
    order: cell.order,
    spec: {
      arm: cell.arm,
      arms: [cell.arm],
      assignment: 'cell',
      payloadBytes: cell.payloadBytes,
      stream: cell.stream,
      ratePerSecond: cell.ratePerSecond,
      warmupMs: mode.warmupMs,
      steadyStartMs: mode.steadyStartMs,
      steadyMs: mode.steadyMs,
      slots: config.profile.slots,
      arrivals: 'constant',
      pacing: cellSummarySchema.shape.spec.shape.pacing.parse(result.pacing),
      seed: config.seed,
    },
    warmup: { ...result.warmup },
    steady: { ...result.steady },
    failures: { ...result.failures },
    lateness: lateness.p50Ns === null || lateness.p99Ns === null || lateness.maxNs === null ? null : { p50Ns: lateness.p50Ns, p99Ns: lateness.p99Ns, maxNs: lateness.maxNs },
    reconnects: result.reconnects,
    worstTenMsSends: result.worstTenMsSends,
    eventLoopDelayP99Ns: Number.isFinite(result.eventLoopDelayP99Ns) ? result.eventLoopDelayP99Ns : null,
    generatorCpuSeconds: result.cpuSeconds,
    undiciVersion: result.undiciVersion,
    startedAt: new Date(result.startedAtEpochMs).toISOString(),
    wallDriftMs: result.wallDriftMs,
    rows,
    subject: usage === null ? null : { ...usage },
    host: { before: host.before, after: host.after },
    contended,
    identity: identity.map((each) => ({ ...each })),
  }
}
