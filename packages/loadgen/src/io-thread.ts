// Entry of the I/O thread, started by `worker/io.mjs`: sockets, marks and nothing else.
import { parentPort, workerData } from 'node:worker_threads'
import type { Columns } from './columns.js'
import { NEAR, STOP } from './control.js'
import { blockLoop } from './engine/block-loop.js'
import { createCanary } from './engine/canary.js'
import { createClosedLoop } from './engine/closed-loop.js'
import { createDeadlines } from './engine/deadlines.js'
import { followArrivals } from './engine/follow-arrivals.js'
import type { FollowedArrivals } from './engine/follow-arrivals.js'
import type { LoadLoop } from './engine/load-loop.js'
import { createOpenLoop, PAUSE_NS } from './engine/open-loop.js'
import type { OpenLoop } from './engine/open-loop.js'
import { createThreadSensors } from './engine/thread-sensors.js'
import { waitForChange } from './engine/wait-for-change.js'
import type { IoCommand, IoMessage, IoSetup } from './io-messages.js'
import { createSlotRing } from './slot-ring.js'
import { ThreadClock } from './thread-clock.js'
import { threadId } from './thread-id.js'
import { createRawTransport } from './transport/raw-transport.js'
import { createUndiciTransport } from './transport/undici-transport.js'

/** After the last answer of the cell, so that bytes nobody asked for can still tell on it. */
const LATE_BYTES_MS = 20

const setup = workerData as IoSetup
const columns: Columns = setup.columns
const { control, slots, pacing, timeoutNs } = setup
const port = parentPort!
const say = (message: IoMessage): void => port.postMessage(message)

const clock = new ThreadClock()
const deadlines = createDeadlines(slots)
const labels: Record<string, number> = {}
const sensors = createThreadSensors()
const canary = setup.canary === null ? null : createCanary(setup.canary, clock)
const createTransport = setup.transport === 'raw' ? createRawTransport : createUndiciTransport
const transport = createTransport(setup.targets, slots, {
  columns,
  clock,
  finished: (slot) => loop.finished(slot),
  label: (name) => (labels[name] = (labels[name] ?? 0) + 1),
})

const parts = {
  columns,
  control,
  clock,
  transport,
  deadlines,
  timeoutNs,
  onSteady: () => {
    sensors.restart()
    polledBeforeSteadyNs = followed?.polledNs ?? 0
    canary?.start()
  },
  onIdle: () => {
    idleTimer ??= setTimeout(() => void finish(), LATE_BYTES_MS)
  },
}
const closed = pacing === 'closed' ? createClosedLoop({ ...parts, users: slots, steadyStartNs: setup.steadyStartNs, endNs: setup.endNs }) : null
const open = closed === null ? createOpenLoop({ ...parts, slots: createSlotRing(slots, setup.slotOrder), pauseNs: pacing === 'timeout' ? Infinity : PAUSE_NS, steadyFrom: setup.steadyFrom }) : null
const loop: LoadLoop = (closed ?? open)!

let deadlineTimer: NodeJS.Timeout | undefined
let graceTimer: NodeJS.Timeout | undefined
let idleTimer: NodeJS.Timeout | undefined
let unblock: (() => void) | undefined
let over = false
/** Given by a stop before the start, which ends the opening of connections. */
const early = new AbortController()
let started = false
let followed: FollowedArrivals | null = null
let polledBeforeSteadyNs = 0

function watchDeadlines(): void {
  const next = deadlines.expire(clock.now(), (slot) => transport.expire(slot))
  const restMs = (Math.min(next, clock.now() + timeoutNs) - clock.now()) / 1e6
  deadlineTimer = setTimeout(watchDeadlines, Math.max(1, restMs))
}

function armGrace(afterMs: number): void {
  clearTimeout(graceTimer)
  graceTimer = setTimeout(() => {
    // The timer may be early by a fraction of a millisecond, and an arrival may still be on its way here or wait for a slot.
    if (!loop.allIssued && Atomics.load(control, STOP) === 0) return armGrace(1)
    loop.stop()
    transport.abandon()
    void finish()
  }, Math.max(0, afterMs))
}

async function finish(): Promise<void> {
  if (over) return
  over = true
  clearTimeout(deadlineTimer)
  clearTimeout(graceTimer)
  clearTimeout(idleTimer)
  unblock?.()
  const readings = sensors.stop()
  const { connections, failedConnects, reconnects } = transport
  const polledNs = (followed?.polledNs ?? 0) - polledBeforeSteadyNs
  await Promise.all([transport.close(), canary?.stop()])
  say({ kind: 'done', connections, failedConnects, reconnects, labels, polledNs, ...readings })
}

function followOwnTimers(arrivals: OpenLoop): void {
  if (over) return
  arrivals.issue(arrivals.dueBy(clock.now()))
  if (!arrivals.allIssued) setTimeout(() => followOwnTimers(arrivals), msUntil(columns.scheduledNs[arrivals.issued] ?? 0))
}

function follow(arrivals: OpenLoop, near: () => number): void {
  followed = followArrivals({
    arrivals,
    scheduledNs: columns.scheduledNs,
    control,
    now: () => clock.now(),
    near,
    nextTurn: setImmediate,
    sleep: (known, next) => void waitForChange(control, NEAR, known).then(next),
    isOver: () => over,
  })
}

function msUntil(ns: number): number {
  return Math.max(0, (ns - clock.now()) / 1e6)
}

/** A timer may fire up to a millisecond early, which would put the first request before the cell. */
function startAtZero(start: () => void): void {
  if (clock.now() >= 0) start()
  else setTimeout(() => startAtZero(start), msUntil(0))
}

function run(startNs: bigint): void {
  started = true
  clock.startAt(startNs)
  sensors.start()
  watchDeadlines()
  armGrace(msUntil(setup.endNs + setup.graceNs))
  if (early.signal.aborted) return loop.stop()
  if (setup.plant !== null) unblock = blockLoop(setup.plant)
  if (closed !== null) startAtZero(() => closed.start())
  else if (pacing === 'worker') follow(open!, () => Atomics.load(control, NEAR))
  // Every arrival counts as near, so that the thread never sleeps.
  else if (pacing === 'spin') follow(open!, () => columns.scheduledNs.length)
  else followOwnTimers(open!)
}

port.on('message', (command: IoCommand) => {
  if ('startNs' in command) return run(command.startNs)
  if ('end' in command) return port.close()
  if (!started) return early.abort()
  armGrace(command.stopAfterMs)
  loop.stop()
})

const ready = (): void => say({ kind: 'ready', threadId: threadId() })

Promise.all([transport.connect(timeoutNs / 1e6, early.signal), canary?.connect(timeoutNs / 1e6)]).then(
  ready,
  (error: unknown) => {
    if (early.signal.aborted) return ready()
    say({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) })
    void Promise.all([transport.close(), canary?.stop()])
  },
)
