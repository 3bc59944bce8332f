import type { Row } from '@lat/rows'
import type { Pacing, TransportName } from './cell-spec.js'
import type { StreamChunks } from './chunk-log.js'
import type { Counts } from './count-outcomes.js'
import type { Collections } from './io-messages.js'
import type { Lateness } from './lateness.js'
import type { SelfCheck } from './self-check/evaluate-self-check.js'

export interface CellResult {
  readonly name: string
  /** Steady rows in order of their arrival, built as they are read. */
  readonly rows: Iterable<Row> & { readonly length: number; at(position: number): Row }
  /** Arrival of the chunks of steady streams: the last `chunkTimes` of them. */
  readonly chunks: StreamChunks
  readonly warmup: Counts
  readonly steady: Counts
  /** Length of the steady phase as it ran: shorter than planned when the cell was aborted, 0 when it never came to it. */
  readonly steadyRanMs: number
  /** Failed steady arrivals by failure code. */
  readonly failures: Readonly<Record<string, number>>
  /** Remarks on steady and warm-up answers that count as ok, such as `done-missing`. */
  readonly labels: Readonly<Record<string, number>>
  /** Connections opened, those before the first arrival included. */
  readonly connections: number
  /** Attempts to connect that failed: refused, or not open in time. */
  readonly failedConnects: number
  /** Connections opened after the first arrival, warm-up included. */
  readonly reconnects: number
  /** Most requests sent in any 10 ms of the steady phase, and what the schedule asked for at most. */
  readonly worstTenMsSends: number
  readonly plannedTenMsSends: number
  readonly mostInFlight: number
  /** Over the steady arrivals that were sent. */
  readonly lateness: Lateness
  /** Beyond the sampling interval, of the I/O thread in the steady phase. */
  readonly eventLoopDelayP99Ns: number
  readonly collections: Collections
  /** Of the generator's own threads over the steady phase, or of the whole process where threads cannot be read. */
  readonly cpuSeconds: number
  readonly cpuScope: 'threads' | 'process'
  /** Arrivals that were not sent because the generator itself had stood still for more than 2 s. */
  readonly stalled: number
  /** Whether this cell's latencies can be the subject's. */
  readonly selfCheck: SelfCheck
  /** `closed`: users instead of arrivals, see `closedLoop`. */
  readonly pacing: Pacing | 'closed'
  readonly transport: TransportName
  readonly undiciVersion: string
  /** Where each arm was sent: the address its host had at the start. */
  readonly targets: readonly { readonly arm: string; readonly url: string; readonly address: string }[]
  readonly startedAtEpochMs: number
  /** Wall clock minus monotonic clock over the cell: a stepped clock, or a machine that was suspended. */
  readonly wallDriftMs: number
  /** Stopped by its signal: fewer arrivals than planned. */
  readonly aborted: boolean
}

/** State of a running cell, about four times a second. */
export interface CellProgress {
  readonly phase: 'warmup' | 'gap' | 'steady' | 'drain'
  readonly elapsedMs: number
  readonly totalMs: number
  /** Arrivals issued per second since the last report. */
  readonly ratePerSecond: number
  readonly inFlight: number
  /** So far, warm-up included. */
  readonly issued: number
  readonly dropped: number
  readonly failed: number
  /** Connection acquired to last byte, over the ok answers so far; `null` before the first. Quantised to 3 digits. */
  readonly durationP50Ns: number | null
  readonly durationP99Ns: number | null
  /** Scheduled instant to last byte. */
  readonly responseP50Ns: number | null
  readonly responseP99Ns: number | null
}
