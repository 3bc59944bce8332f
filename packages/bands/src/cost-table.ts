import type { AnalysedCell, Analysis } from '@lat/rows'

/** What one cell cost: CPU of the subject, and the slots its own latency occupied. */
export interface CostRow {
  readonly cell: string
  readonly payloadBytes: number
  readonly stream: boolean
  readonly ratePerSecond: number
  /** `null` for direct cells, and where the CPU of the subject could not be read. */
  readonly cpuSeconds: number | null
  readonly cpuMsPerRequest: number | null
  readonly coresBusy: number | null
  /** Little's law: achieved rate times P50. `null` where P50 is unresolved. */
  readonly slotsNeeded: number | null
  /** Slots there were, over slots needed. */
  readonly headroom: number | null
}

function costRow(cell: AnalysedCell, slots: number): CostRow {
  const { p50Ns } = cell.duration
  const slotsNeeded = p50Ns === null ? null : (cell.achievedRatePerSecond * p50Ns) / 1_000_000_000
  return {
    cell: cell.name,
    payloadBytes: cell.payloadBytes,
    stream: cell.stream,
    ratePerSecond: cell.ratePerSecond,
    cpuSeconds: cell.subjectCpu?.cpuSeconds ?? null,
    cpuMsPerRequest: cell.subjectCpu?.cpuMsPerRequest ?? null,
    coresBusy: cell.subjectCpu?.coresBusy ?? null,
    slotsNeeded,
    headroom: slotsNeeded === null || slotsNeeded === 0 ? null : slots / slotsNeeded,
  }
}

/**
 * CPU and slots of every cell, in run order. A headroom near 1 means that the generator's own slots,
 * not the subject, set the latency.
 *
 * @param slots requests the generator could have in flight
 */
export function costTable(analysis: Analysis, slots: number): readonly CostRow[] {
  return analysis.cells.map((cell) => costRow(cell, slots))
}
