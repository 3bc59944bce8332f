import { assignArms } from './assign-arms.js'
import { startCanary } from './canary-setup.js'
import type { CellSpec } from './cell-spec.js'
import type { CellResult } from './cell-result.js'
import { createChunkLog } from './chunk-log.js'
import { createColumns } from './columns.js'
import { createControl } from './control.js'
import { driveCell } from './drive-cell.js'
import type { RunOptions } from './drive-cell.js'
import type { IoSetup } from './io-messages.js'
import { parseCellSpec } from './parse-cell-spec.js'
import { planArrivals } from './plan-arrivals.js'
import { readCell } from './read-cell.js'
import { installedUndici } from './undici-version.js'
import { wireTarget } from './wire-target.js'

/**
 * Runs one cell of open-model load and returns every arrival with its marks.
 *
 * Sockets live in a thread of their own and a second thread keeps the time, so that the caller's work
 * delays neither. Every connection is open before the first arrival. Leaves no handle open.
 *
 * @throws {LoadgenInputError} on a spec that cannot run, or a target off this machine
 * @throws {LoadgenError} when a target refuses the connections, or undici is of a version that adds latency
 */
export async function runCell(spec: CellSpec, options: RunOptions = {}): Promise<CellResult> {
  const cell = parseCellSpec(spec)
  const undiciVersion = installedUndici()
  const targets = await Promise.all(cell.arms.map((arm) => wireTarget(arm, cell.allowRemote, cell.ca)))
  const plan = planArrivals(cell)
  const { shard } = cell
  const armSeed = shard.count === 1 ? cell.seed : `${cell.seed}/shard-${shard.index}-of-${shard.count}`
  const arms = assignArms(plan.scheduledNs, { assignment: cell.assignment, armCount: targets.length, blockMs: cell.blockMs, seed: armSeed })
  const streams = targets.some(({ expect }) => expect === 'sse')
  const chunks = cell.chunkTimes > 0 ? createChunkLog(cell.chunkTimes, plan.warmupCount, arms) : null
  const columns = createColumns(plan.scheduledNs, arms, streams, chunks)
  const control = createControl()

  const canary = cell.canary ? await startCanary(cell.ratePerSecond / shard.count, cell.steadyMs) : null
  try {
    const setup: IoSetup = {
      columns,
      control,
      targets,
      transport: cell.transport,
      slots: cell.slots,
      slotOrder: cell.slotOrder,
      pacing: cell.pacing,
      timeoutNs: cell.requestTimeoutMs * 1e6,
      graceNs: cell.graceMs * 1e6,
      steadyStartNs: plan.steadyStartNs,
      endNs: plan.endNs,
      steadyFrom: plan.warmupCount,
      canary: canary?.setup ?? null,
      plant: cell.plantedBlock ?? null,
    }
    const driven = await driveCell(setup, plan, cell.startAtEpochMs, options)
    return readCell({ name: cell.name, setup, plan, driven, shard, undiciVersion })
  } finally {
    await canary?.responder.end()
  }
}
