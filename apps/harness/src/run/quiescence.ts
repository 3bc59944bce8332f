import type { PlannedCell } from '../plan/plan-cells.js'
import type { Host, HostReading } from './host.js'

export interface Quiescence {
  before(cell: PlannedCell): Promise<HostReading>
  after(cell: PlannedCell): Promise<HostReading>
  isContended(cell: PlannedCell): boolean
}

/** TEMPORARY seam. */
export function createQuiescence(host: Host, options: { floorPercent: number; intervalMs: number }): Quiescence {
  const contended = new Set<string>()
  const look = async (cell: PlannedCell) => {
    const first = await host.read(options.intervalMs)
    if (first.idlePercent === null || first.idlePercent >= options.floorPercent) return first
    const more = [await host.read(options.intervalMs), await host.read(options.intervalMs)]
    const sorted = [first, ...more].sort((a, b) => (a.idlePercent ?? 0) - (b.idlePercent ?? 0))
    const median = sorted[1]!
    if (median.idlePercent !== null && median.idlePercent < options.floorPercent) contended.add(cell.name)
    return median
  }
  return { before: look, after: look, isContended: (cell) => contended.has(cell.name) }
}
