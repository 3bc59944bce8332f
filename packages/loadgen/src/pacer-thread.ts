// Entry of the pacer thread, started by `worker/pacer.mjs`.
import { parentPort, workerData } from 'node:worker_threads'
import { STOP } from './control.js'
import { pace } from './engine/pace.js'
import { ThreadClock } from './thread-clock.js'
import { threadId } from './thread-id.js'

export interface PacerSetup {
  readonly scheduledNs: Float64Array
  readonly control: Int32Array
}

const { scheduledNs, control } = workerData as PacerSetup
const port = parentPort!
const clock = new ThreadClock()

port.on('message', (command: { readonly startNs: bigint } | { readonly end: true }) => {
  if ('end' in command) return port.close()
  clock.startAt(command.startNs)
  pace({ scheduledNs, control, now: () => clock.now(), sleep: (ns) => void Atomics.wait(control, STOP, 0, ns / 1e6) })
})
port.postMessage({ threadId: threadId() })
