// Entry of the I/O thread, started by `worker/io.mjs`: sockets, marks and nothing else.
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { Columns } from './columns.js'
import { DUE, STOP } from './control.js'
import { createDeadlines } from './engine/deadlines.js'
import { createOpenLoop } from './engine/open-loop.js'
import { waitForChange } from './engine/wait-for-change.js'
import type { IoMessage, IoSetup } from './io-messages.js'
import { createSlotRing } from './slot-ring.js'
import { ThreadClock } from './thread-clock.js'
import { threadId } from './thread-id.js'
import { createUndiciTransport } from './transport/undici-transport.js'

/** Resolution of the loop-delay sampler; a finer one would wake the thread a thousand times a second. */
const LOOP_DELAY_RESOLUTION_MS = 10

const setup = workerData as IoSetup
const columns: Columns = setup.columns
const { control, slots, slotOrder, pacing, timeoutNs, graceNs, endNs, steadyFrom, targets } = setup
const port = parentPort!
const say = (message: IoMessage): void => port.postMessage(message)

const clock = new ThreadClock()
const deadlines = createDeadlines(slots)
const labels: Record<string, number> = {}
const loopDelay = monitorEventLoopDelay({ resolution: LOOP_DELAY_RESOLUTION_MS })
const pauses = { count: 0, totalMs: 0, longestMs: 0, fromMs: Infinity }
const collections = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    if (startTime < pauses.fromMs) continue
    pauses.count += 1
    pauses.totalMs += duration
    if (duration > pauses.longestMs) pauses.longestMs = duration
  }
})

const transport = createUndiciTransport(targets, slots, {
  columns,
  clock,
  finished: (slot) => loop.finished(slot),
  label: (name) => (labels[name] = (labels[name] ?? 0) + 1),
})
const loop = createOpenLoop({
  columns,
  control,
  clock,
  slots: createSlotRing(slots, slotOrder),
  transport,
  deadlines,
  timeoutNs,
  steadyFrom,
  onSteady: () => {
    loopDelay.reset()
    pauses.fromMs = performance.now()
  },
  // Two turns later, so that bytes nobody asked for can still tell on the last answer.
  onIdle: () => setImmediate(() => setImmediate(() => void finish())),
})

let deadlineTimer: NodeJS.Timeout | undefined
let graceTimer: NodeJS.Timeout | undefined
let over = false

function watchDeadlines(): void {
  const next = deadlines.expire(clock.now(), (slot) => transport.expire(slot))
  const restMs = (Math.min(next, clock.now() + timeoutNs) - clock.now()) / 1e6
  deadlineTimer = setTimeout(watchDeadlines, Math.max(1, restMs))
}

function armGrace(afterMs: number): void {
  clearTimeout(graceTimer)
  graceTimer = setTimeout(() => {
    // The timer may be early by a fraction of a millisecond, and an arrival may still be on its way here.
    if (!loop.allIssued && Atomics.load(control, STOP) === 0) return armGrace(1)
    transport.abandon()
    void finish()
  }, Math.max(0, afterMs))
}

async function finish(): Promise<void> {
  if (over) return
  over = true
  clearTimeout(deadlineTimer)
  clearTimeout(graceTimer)
  loopDelay.disable()
  collections.disconnect()
  const p99Ns = loopDelay.percentile(99)
  const { reconnects } = transport
  await transport.close()
  say({
    kind: 'done',
    reconnects,
    labels,
    eventLoopDelayP99Ns: Math.max(0, Math.round((Number.isFinite(p99Ns) ? p99Ns : 0) - LOOP_DELAY_RESOLUTION_MS * 1e6)),
    collections: { count: pauses.count, totalNs: Math.round(pauses.totalMs * 1e6), longestNs: Math.round(pauses.longestMs * 1e6) },
  })
  port.close()
}

async function followPacer(): Promise<void> {
  while (!over) {
    const due = Atomics.load(control, DUE)
    loop.issue(due)
    if (loop.allIssued) return
    await waitForChange(control, DUE, due)
  }
}

function followOwnClock(again: (next: () => void) => void): void {
  if (over) return
  loop.issue(loop.dueBy(clock.now()))
  if (!loop.allIssued) again(() => followOwnClock(again))
}

function run(startNs: bigint): void {
  clock.startAt(startNs)
  loopDelay.enable()
  collections.observe({ entryTypes: ['gc'] })
  watchDeadlines()
  armGrace((endNs + graceNs - clock.now()) / 1e6)
  if (pacing === 'worker') void followPacer()
  else if (pacing === 'spin') followOwnClock(setImmediate)
  else followOwnClock((next) => setTimeout(next, Math.max(0, ((columns.scheduledNs[loop.issued] ?? 0) - clock.now()) / 1e6)))
}

port.on('message', (message: { readonly startNs: bigint } | { readonly stopAfterMs: number }) => {
  if ('startNs' in message) return run(message.startNs)
  armGrace(message.stopAfterMs)
  loop.stop()
})

transport.connect().then(
  () => say({ kind: 'ready', threadId: threadId() }),
  (error: unknown) => {
    say({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) })
    void transport.close().then(() => port.close())
  },
)
