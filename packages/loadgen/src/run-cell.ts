import { assignArms } from './assign-arms.js'
import type { CellSpec } from './cell-spec.js'
import type { CellProgress, CellResult } from './cell-result.js'
import { createColumns } from './columns.js'
import { createControl, DUE, ISSUED, STOP } from './control.js'
import { cannotConnect, workerFailed } from './errors.js'
import type { IoMessage, IoSetup } from './io-messages.js'
import { createLiveView } from './live-view.js'
import type { PacerSetup } from './pacer-thread.js'
import { parseCellSpec } from './parse-cell-spec.js'
import { planArrivals } from './plan-arrivals.js'
import { readCell } from './read-cell.js'
import { startThread } from './start-thread.js'
import { threadUsage } from './thread-usage.js'
import type { ThreadUsage } from './thread-usage.js'
import { installedUndici } from './undici-version.js'
import { wireTarget } from './wire-target.js'

export interface RunCellOptions {
  /** Stops the arrivals; the result says `aborted` and holds what was measured until then. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CellProgress) => void
  /** Called at both edges of the steady phase, for readings that belong to it. */
  readonly onPhase?: (edge: 'steady-start' | 'steady-end') => void
}

const PROGRESS_INTERVAL_MS = 250
/** From the last thread's readiness to the first arrival. */
const LEAD_NS = 50_000_000n
/** An aborted cell waits no longer than this for answers. */
const ABORTED_GRACE_MS = 1000

/**
 * Runs one cell of open-model load and returns every arrival with its marks.
 *
 * Sockets live in a thread of their own and a second thread keeps the time, so that the caller's work
 * delays neither. Every connection is open before the first arrival. Leaves no handle open.
 *
 * @throws {LoadgenInputError} on a spec that cannot run, or a target off this machine
 * @throws {LoadgenError} when a target refuses the connections, or undici is of a version that adds latency
 */
export async function runCell(spec: CellSpec, options: RunCellOptions = {}): Promise<CellResult> {
  const cell = parseCellSpec(spec)
  const undiciVersion = installedUndici()
  const targets = await Promise.all(cell.arms.map((arm) => wireTarget(arm, cell.allowRemote, cell.ca)))
  const plan = planArrivals(cell)
  const arms = assignArms(plan.scheduledNs, { assignment: cell.assignment, armCount: targets.length, blockMs: cell.blockMs, seed: cell.seed })
  const columns = createColumns(plan.scheduledNs, arms, targets.some(({ expect }) => expect === 'sse'))
  const control = createControl()

  const setup: IoSetup = {
    columns,
    control,
    targets,
    slots: cell.slots,
    slotOrder: cell.slotOrder,
    pacing: cell.pacing,
    timeoutNs: cell.requestTimeoutMs * 1e6,
    graceNs: cell.graceMs * 1e6,
    endNs: plan.endNs,
    steadyFrom: plan.warmupCount,
  }
  const io = startThread<IoMessage>(new URL('../worker/io.mjs', import.meta.url), 'I/O', setup)
  const pacerSetup: PacerSetup = { scheduledNs: plan.scheduledNs, control }
  const pacer =
    cell.pacing === 'worker'
      ? startThread<{ readonly threadId: string | null }>(new URL('../worker/pacer.mjs', import.meta.url), 'pacer', pacerSetup)
      : null

  const stop = (afterMs: number): void => {
    Atomics.store(control, STOP, 1)
    Atomics.notify(control, STOP)
    Atomics.notify(control, DUE)
    io.post({ stopAfterMs: afterMs })
  }
  const timers: NodeJS.Timeout[] = []
  let onAbort: (() => void) | undefined
  try {
    const ready = await io.next()
    if (ready.kind === 'refused') throw cannotConnect(targets.map(({ origin }) => origin).join(', '), targets.map(({ address }) => address).join(', '), ready.reason)
    if (ready.kind !== 'ready') throw workerFailed('I/O', `it said ${ready.kind} before it was ready`)
    const threads = [ready.threadId, ...(pacer === null ? [] : [(await pacer.next()).threadId])]

    const startNs = process.hrtime.bigint() + LEAD_NS
    const startedAtEpochMs = Date.now() + Number(LEAD_NS) / 1e6
    const nowNs = (): number => Number(process.hrtime.bigint() - startNs)
    io.post({ startNs })
    pacer?.post(startNs)

    let aborted = options.signal?.aborted === true
    onAbort = () => {
      aborted = true
      stop(Math.min(cell.graceMs, ABORTED_GRACE_MS))
    }
    if (aborted) onAbort()
    else options.signal?.addEventListener('abort', onAbort, { once: true })

    const { onProgress } = options
    if (onProgress !== undefined) {
      const view = createLiveView(columns, control, plan)
      timers.push(setInterval(() => onProgress(view(nowNs())), PROGRESS_INTERVAL_MS))
    }
    const usage: { before: ThreadUsage; after: ThreadUsage | null } = { before: threadUsage(threads), after: null }
    const atEdge = (edge: 'steady-start' | 'steady-end', instantNs: number) => {
      const read = () => {
        usage[edge === 'steady-start' ? 'before' : 'after'] = threadUsage(threads)
        options.onPhase?.(edge)
      }
      timers.push(setTimeout(read, Math.max(0, (instantNs - nowNs()) / 1e6)))
    }
    atEdge('steady-start', plan.steadyStartNs)
    atEdge('steady-end', plan.endNs)

    const done = await io.next()
    if (done.kind !== 'done') throw workerFailed('I/O', `it said ${done.kind} instead of finishing`)
    // The I/O thread is past its steady phase; without its reading the pacer, which may be gone, is the only loss.
    const after = usage.after ?? usage.before
    const elapsedMs = nowNs() / 1e6
    const wallDriftMs = Date.now() - startedAtEpochMs - elapsedMs
    return readCell({ cell, plan, columns, control, targets, done: done, usageBefore: usage.before, usageAfter: after, undiciVersion, startedAtEpochMs, wallDriftMs, aborted })
  } finally {
    for (const timer of timers) clearInterval(timer)
    if (onAbort !== undefined) options.signal?.removeEventListener('abort', onAbort)
    if (Atomics.load(control, ISSUED) < plan.scheduledNs.length) stop(0)
    await Promise.all([io.end(), pacer?.end()])
  }
}
