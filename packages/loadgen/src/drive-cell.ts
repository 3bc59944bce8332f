import type { CellProgress } from './cell-result.js'
import { NEAR, STOP } from './control.js'
import { cannotConnect, workerFailed } from './errors.js'
import { firstInstant } from './first-instant.js'
import { createUsageWatch } from './generator-usage.js'
import type { GeneratorUsage } from './generator-usage.js'
import type { IoCommand, IoDone, IoMessage, IoSetup } from './io-messages.js'
import { createLiveView } from './live-view.js'
import type { PacerSetup } from './pacer-thread.js'
import type { ArrivalPlan } from './plan-arrivals.js'
import { startThread } from './start-thread.js'

export interface RunOptions {
  /** Stops the load, or the opening of its connections; the result says `aborted` and holds what was measured until then. */
  readonly signal?: AbortSignal
  /** Called about four times a second. */
  readonly onProgress?: (progress: CellProgress) => void
  /** Called at both edges of the steady phase, for readings that belong to it. */
  readonly onPhase?: (edge: 'steady-start' | 'steady-end') => void
}

export interface DrivenCell {
  readonly done: IoDone
  readonly usage: GeneratorUsage
  readonly startedAtEpochMs: number
  readonly wallDriftMs: number
  /** When the signal stopped the load, from the start of the cell; `null` when it did not. */
  readonly abortedAtNs: number | null
}

const PROGRESS_INTERVAL_MS = 250
/** An aborted cell waits no longer than this for answers. */
const ABORTED_GRACE_MS = 1000

type Phases = Pick<ArrivalPlan, 'warmupEndNs' | 'steadyStartNs' | 'endNs'>

/**
 * For 100 slots a semi-space of 4 MB, which fits into a second-level cache: a collection takes 0.3 ms in place of 1 ms, comes more often, and
 * stays below what counts as a pause. What is in flight survives a collection, so more slots need more; V8's own bound is the end of it.
 */
function youngGenerationMb(slots: number): number {
  return Math.min(48, Math.max(12, 0.12 * slots))
}

/** Starts the threads of a cell, sees it through, and ends them whatever happens. */
export async function driveCell(setup: IoSetup, phases: Phases, startAtEpochMs: number | null, options: RunOptions): Promise<DrivenCell> {
  const { control, targets } = setup
  const io = startThread<IoMessage>(new URL('../worker/io.mjs', import.meta.url), 'I/O', setup, youngGenerationMb(setup.slots))
  const pacerSetup: PacerSetup = { scheduledNs: setup.columns.scheduledNs, control }
  const pacer = setup.pacing === 'worker' ? startThread<{ readonly threadId: string | null }>(new URL('../worker/pacer.mjs', import.meta.url), 'pacer', pacerSetup) : null
  const tell = (command: IoCommand): void => io.post(command)
  const stop = (afterMs: number): void => {
    Atomics.store(control, STOP, 1)
    Atomics.notify(control, STOP)
    Atomics.notify(control, NEAR)
    tell({ stopAfterMs: afterMs })
  }

  const endings: (() => void)[] = []
  let abortedAt: bigint | null = null
  let atSteadyEnd: () => void = () => undefined
  const steadyEnd = new Promise<void>((resolve) => (atSteadyEnd = resolve))
  const abort = (): void => {
    abortedAt = process.hrtime.bigint()
    atSteadyEnd()
    stop(Math.min(setup.graceNs / 1e6, ABORTED_GRACE_MS))
  }
  if (options.signal?.aborted === true) abort()
  else options.signal?.addEventListener('abort', abort, { once: true })
  endings.push(() => options.signal?.removeEventListener('abort', abort))
  try {
    const ready = await io.next()
    if (ready.kind === 'refused') throw cannotConnect(targets.map(({ origin }) => origin).join(', '), targets.map(({ address }) => address).join(', '), ready.reason)
    if (ready.kind !== 'ready') throw workerFailed('I/O', `it said ${ready.kind} before it was ready`)
    const pacerThread = pacer === null ? null : (await pacer.next()).threadId

    const { startNs, startedAtEpochMs } = firstInstant(startAtEpochMs, { monotonicNs: process.hrtime.bigint(), epochMs: Date.now() })
    const nowNs = (): number => Number(process.hrtime.bigint() - startNs)
    tell({ startNs })
    pacer?.post({ startNs })

    const { onProgress } = options
    if (onProgress !== undefined) {
      const view = createLiveView(setup.columns, control, phases)
      const timer = setInterval(() => onProgress(view(nowNs())), PROGRESS_INTERVAL_MS)
      endings.push(() => clearInterval(timer))
    }
    const usage = createUsageWatch(ready.threadId, pacerThread)
    usage.watch((phases.steadyStartNs - nowNs()) / 1e6, (phases.endNs - nowNs()) / 1e6)
    endings.push(() => usage.stop())
    const at = (instantNs: number, act: () => void): void => {
      const timer = setTimeout(act, Math.max(0, (instantNs - nowNs()) / 1e6))
      endings.push(() => clearTimeout(timer))
    }
    at(phases.steadyStartNs, () => options.onPhase?.('steady-start'))
    at(phases.endNs, () => {
      options.onPhase?.('steady-end')
      atSteadyEnd()
    })

    const done = await io.next()
    if (done.kind !== 'done') throw workerFailed('I/O', `it said ${done.kind} instead of finishing`)
    // The last answer may come before the end of the window that rates and readings refer to.
    if (setup.pacing !== 'closed' && abortedAt === null) await steadyEnd
    const abortedAtNs = abortedAt === null ? null : Number(abortedAt - startNs)
    return { done, usage: usage.read(), startedAtEpochMs, wallDriftMs: Date.now() - startedAtEpochMs - nowNs() / 1e6, abortedAtNs }
  } finally {
    for (const end of endings) end()
    // The pacer may still be waiting for an arrival that will not be sent.
    Atomics.store(control, STOP, 1)
    Atomics.notify(control, STOP)
    await Promise.all([io.end(), pacer?.end()])
  }
}
