import type { Profile } from '@lat/bands'
import { allowance } from '@lat/bands'
import type { Analysis, AnalysedCell, CellSummary, LedgerRow } from '@lat/rows'
import { achievedRate, contendedCells, cpuSeconds, droppedIterations, encodeLedger, failedRequests, machineState, rowCounts } from '@lat/rows'
import type { MeasuredCell } from '../analyse/measured-cell.js'

/** Little's law: slots in use = arrivals per second x mean residence. */
function meanDurationSeconds(cell: MeasuredCell): number | null {
  const { duration } = cell.sample
  return duration.length === 0 ? null : duration.reduce((sum, ns) => sum + ns, 0) / duration.length / 1e9
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const roundedOrNull = (value: number | null, digits: number) => (value === null ? null : rounded(value, digits))

function cpuRow(cell: MeasuredCell, analysed: AnalysedCell): LedgerRow<typeof cpuSeconds> {
  const { spec, subject } = cell.summary
  const mean = meanDurationSeconds(cell)
  const slotsNeeded = mean === null ? null : spec.ratePerSecond * mean
  return {
    cell: cell.summary.name,
    steadySeconds: spec.steadyMs / 1000,
    cpuSeconds: roundedOrNull(subject?.cpuSeconds ?? null, 3),
    requests: analysed.counts.ok,
    cpuMsPerRequest: roundedOrNull(analysed.subjectCpu?.cpuMsPerRequest ?? null, 4),
    coresBusy: roundedOrNull(analysed.subjectCpu?.coresBusy ?? null, 3),
    rssBytes: subject?.rssBytes ?? null,
    slotsNeeded: roundedOrNull(slotsNeeded, 3),
    slots: spec.slots,
    slotsHeadroom: slotsNeeded === null || slotsNeeded === 0 ? null : rounded(spec.slots / slotsNeeded, 1),
  }
}

function stateRows({ name, host }: CellSummary): LedgerRow<typeof machineState>[] {
  return (['before', 'after'] as const).flatMap((phase) => {
    const reading = host[phase]
    if (reading === null) return []
    const [load1, load5, load15] = reading.loadAverages ?? [null, null, null]
    const { at, idlePercent, lowestCoreIdlePercent, stealPercent, timeWait, powerSource, thermal, waitedMs, idleSamplesPercent, note } = reading
    return [{ at, cell: name, phase, idlePercent, lowestCoreIdlePercent, stealPercent, load1, load5, load15, timeWait, waitedMs, powerSource, thermal, note: idleSamplesPercent.length > 1 ? `samples ${idleSamplesPercent.join(',')}` : note }]
  })
}

function contendedRows(summary: CellSummary, floorPercent: number): LedgerRow<typeof contendedCells>[] {
  if (!summary.contended) return []
  return (['before', 'after'] as const).flatMap((phase) => {
    const reading = summary.host[phase]
    const idlePercent = reading?.idlePercent ?? null
    if (reading === null || idlePercent === null || idlePercent >= floorPercent) return []
    const repetition = /-r(\d+)$/.exec(summary.name)?.[1]
    return [{ cell: summary.name, repetition: repetition === undefined ? null : Number(repetition), phase, idlePercent, floorPercent, samplesPercent: reading.idleSamplesPercent.join(',') }]
  })
}

/** Every ledger of a run that follows from its cells, by file name. */
export function ledgerTexts(cells: readonly MeasuredCell[], analysis: Analysis, profile: Profile): ReadonlyMap<string, string> {
  const both = cells.map((cell, index) => ({ cell, analysed: analysis.cells[index]! }))
  const causes = (failures: Readonly<Record<string, number>>) => Object.entries(failures).map(([code, count]) => `${code}:${count}`).join(' ') || null
  const demanded = ({ counts }: AnalysedCell) => counts.demanded
  return new Map([
    [
      achievedRate.file,
      encodeLedger(achievedRate, both.map(({ analysed }) => ({
        cell: analysed.name,
        demandedRatePerSecond: analysed.ratePerSecond,
        achievedRatePerSecond: rounded(analysed.achievedRatePerSecond, 3),
        demanded: demanded(analysed),
        completed: analysed.counts.ok,
        requiredCompleted: demanded(analysed) - allowance(demanded(analysed), { basisPoints: 10_000 - profile.tolerances.completed.basisPoints, floor: 0 }),
      }))),
    ],
    [
      droppedIterations.file,
      encodeLedger(droppedIterations, both.map(({ analysed }) => ({
        cell: analysed.name, scheduled: analysed.counts.generator, dropped: analysed.counts.dropped, allowance: allowance(demanded(analysed), profile.tolerances.dropped), warmupDropped: analysed.counts.warmupDropped,
      }))),
    ],
    [
      failedRequests.file,
      encodeLedger(failedRequests, both.map(({ analysed }) => ({
        cell: analysed.name, scheduled: analysed.counts.generator, failed: analysed.counts.failed, abandoned: analysed.counts.abandoned, allowance: allowance(demanded(analysed), profile.tolerances.failed), causes: causes(analysed.failures),
      }))),
    ],
    [
      rowCounts.file,
      encodeLedger(rowCounts, both.map(({ analysed: { name, counts } }) => ({
        cell: name, rows: counts.rows, generator: counts.generator, allowance: allowance(counts.generator, { ...profile.tolerances.rowCount, floor: 0 }), ok: counts.ok, failed: counts.failed, dropped: counts.dropped, abandoned: counts.abandoned,
      }))),
    ],
    [cpuSeconds.file, encodeLedger(cpuSeconds, both.map(({ cell, analysed }) => cpuRow(cell, analysed)))],
    [machineState.file, encodeLedger(machineState, cells.flatMap(({ summary }) => stateRows(summary)))],
    [contendedCells.file, encodeLedger(contendedCells, cells.flatMap(({ summary }) => contendedRows(summary, profile.quiescence.idleFloorPercent)))],
  ])
}
