import { PENDING } from '../columns.js'
import type { CanarySetup } from '../io-messages.js'
import type { ThreadClock } from '../thread-clock.js'
import type { Transport } from '../transport/transport.js'
import { createUndiciTransport } from '../transport/undici-transport.js'

export interface Canary {
  connect(withinMs: number): Promise<void>
  /** Canaries count from here on. */
  start(): void
  stop(): Promise<void>
}

/**
 * A slow trickle of requests to a responder that does nothing, through the same thread and transport as
 * the cell: when it is slow too, the subject is not to blame. On timers of its own, in no phase with the arrivals.
 */
export function createCanary({ target, columns, periodMs }: CanarySetup, clock: ThreadClock): Canary {
  let row = -1
  let timer: NodeJS.Timeout | undefined
  const transport: Transport = createUndiciTransport([target], 1, { columns, clock, finished: () => undefined, label: () => undefined })

  function send(): void {
    // One at a time: a canary that is still out is itself the answer.
    if (row >= 0 && columns.outcome[row] === PENDING) return
    row += 1
    if (row >= columns.scheduledNs.length) return clearInterval(timer)
    const nowNs = clock.now()
    columns.scheduledNs[row] = nowNs
    transport.send(0, row, 0, nowNs)
  }

  return {
    connect: (withinMs) => transport.connect(withinMs),
    start() {
      timer = setInterval(send, periodMs)
    },
    async stop() {
      clearInterval(timer)
      transport.abandon()
      await transport.close()
    },
  }
}
